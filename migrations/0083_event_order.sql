-- The day at the place of an event that is on, after whose events lists show it.
alter table listing_index add column on_now_day date;
-- These get their new place with the next change of the order.
update event_state set until = '-infinity'
where listing_id in (select listing_id from listing_index where kind = 'event' and not ended and on_now);
