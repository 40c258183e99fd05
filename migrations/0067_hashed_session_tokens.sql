-- Session tokens are stored as hashes, so that a stolen copy of the database signs nobody in. People stay signed in: their browsers keep
-- the tokens. See src/server/modules/accounts/auth/hashed-session-tokens.ts.
update account_session set token = encode(sha256(convert_to(token, 'UTF8')), 'hex');
