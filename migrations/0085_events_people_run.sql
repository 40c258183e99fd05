-- Events that people register for. `registration` holds the questions to them; without it, an answer says who goes, and the capacity is
-- information. With it, the capacity is a limit for each date.
alter table event_details add column registration jsonb;
alter table event_details add constraint event_details_registration
  check (jsonb_typeof(registration -> 'questions') = 'array' and jsonb_array_length(registration -> 'questions') <= 5) not valid;

-- `waiting_since`: someone who goes as soon as there is a place, in this order.
-- `registered`: they knew that the author sees their name and their answers, which have the questions as they were asked.
alter table attendance add column waiting_since timestamptz;
alter table attendance add column registered boolean not null default false;
alter table attendance add column answers jsonb not null default '[]';
alter table attendance add column checked_in timestamptz;
-- small table
create index attendance_waiting_idx on attendance (listing_id) where waiting_since is not null;

-- When an ad that is hidden until then is published. The job finds them with the index of hidden ads.
alter table listing add column publish_at timestamptz;
