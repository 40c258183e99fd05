-- Photos of messages. Only the two people of a conversation get them, so no other table uses their pictures.
create table message_photo (
  message_id uuid not null,
  position smallint not null,
  image_id uuid not null,
  constraint message_photo_pkey primary key (message_id, position),
  constraint message_photo_image_key unique (image_id),
  constraint message_photo_message_fkey foreign key (message_id) references conversation_message (id) on delete cascade,
  constraint message_photo_image_fkey foreign key (image_id) references image (id),
  constraint message_photo_position check (position between 0 and 3)
);

-- A message may be a photo without a text.
alter table conversation_message drop constraint conversation_message_length,
  add constraint conversation_message_length check (length(text) <= 5000) not valid;

-- When one of the two deleted their account, and with it what made them a participant. The other one can read it for some time.
alter table conversation add column left_at timestamptz;
