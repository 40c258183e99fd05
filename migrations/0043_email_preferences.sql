-- Which emails people want, as far as it differs from the defaults in src/shared/email-topics.ts.
create table email_preference (
  profile_id uuid not null,
  topic text not null,
  wanted boolean not null,
  constraint email_preference_pkey primary key (profile_id, topic),
  constraint email_preference_profile_fkey foreign key (profile_id) references profile (id) on delete cascade,
  constraint email_preference_topic_length check (length(topic) between 1 and 40)
);

-- What the recipient can unsubscribe from: the kind of email, and the id of its owner or subject. Checked again before sending.
alter table outbox_email add column subscription_kind text;
alter table outbox_email add column subscription_id uuid;
