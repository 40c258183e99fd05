-- Finds the resolved messages that have expired without reading the others.
create index contact_message_done_idx on contact_message (answered) where state = 'done';
