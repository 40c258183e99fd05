-- Counting reporters, undoing removals of suspended accounts' listings, and the wording of the removal reasons.

-- The keyed hash of the network from which an account reported, so that a visitor's report from there is not counted as
-- another person's. Null for visitors, whose visitor_hash it is, and for reports from before this migration.
alter table report add column network_hash text;

-- A listing that was removed while its author was suspended lost the status from before the suspension. It was public.
update listing set previous_status = 'active', hidden_by_suspension = false
where status = 'deleted' and hidden_by_suspension;

-- The wording of the reasons that come with a new site. Reasons that admins edited stay.
update removal_reason set text = reworded.text
from (values
  ('It is spam.', 'Spam'),
  ('It looks like a scam or fraud.', 'Scam or fraud'),
  ('It is offensive or unlawful.', 'Offensive or illegal'),
  ('It stands in the wrong category.', 'Wrong category'),
  ('It repeats another ad.', 'Duplicate'),
  ('What it offers is no longer available.', 'No longer available')
) as reworded (old_text, text)
where removal_reason.text = reworded.old_text;
