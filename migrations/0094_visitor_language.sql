-- The language in which a visitor wrote, for the emails that they get; null for the site's default, and for those with an account.
alter table conversation_participant add column language text;
alter table conversation_participant add constraint conversation_participant_language_length check (length(language) <= 35) not valid;
