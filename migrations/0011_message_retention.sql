-- Messages that were dealt with are forgotten after a time: found without reading all of them.
create index contact_message_done_idx on contact_message (answered) where state = 'done';
