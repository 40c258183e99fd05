-- The search index has Arabic and Hebrew words without vowel marks, and variants of an Arabic letter as one. Stored searches have the
-- terms of the time when they were saved, so theirs would match nothing any more.

update search_pattern
set compiled = translate(
  regexp_replace(compiled::text, '[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670]', '', 'g'),
  'أإآٱىیکةؤئ', 'ااااييكهوي')::jsonb
where compiled::text ~ '[\u0591-\u06ff]';
