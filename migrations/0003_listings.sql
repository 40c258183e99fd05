-- Listings of both kinds and their pictures, with their invariants as constraints.

create table listing (
  id uuid not null,
  kind text not null,
  author_id uuid not null,
  status text not null default 'active',
  title text not null,
  description text not null,
  price numeric(9, 2) not null,
  category_id integer not null,
  subcategory_id integer,
  country_id integer not null,
  state_id integer,
  city_id integer,
  -- The author's contact details. The email is in the profile.
  business_email text not null default '',
  phone text not null default '',
  facebook text not null default '',
  instagram text not null default '',
  -- Events only.
  event_availability text,
  start_date date,
  end_date date,
  posted timestamptz not null default now(),
  version integer not null default 1,
  constraint listing_pkey primary key (id),
  constraint listing_author_fkey foreign key (author_id) references profile (id),
  constraint listing_category_fkey foreign key (category_id) references category (id),
  constraint listing_subcategory_fkey foreign key (subcategory_id, category_id) references subcategory (id, category_id),
  constraint listing_country_fkey foreign key (country_id) references country (id),
  constraint listing_state_fkey foreign key (state_id, country_id) references state (id, country_id),
  constraint listing_city_fkey foreign key (city_id, state_id) references city (id, state_id),
  constraint listing_city_has_state check (city_id is null or state_id is not null),
  constraint listing_kind check (kind in ('service', 'event')),
  constraint listing_status check (status in ('active', 'reported', 'hidden', 'deleted')),
  -- Invisible characters do not count: white space, zero-width characters, and direction marks.
  constraint listing_title_length check (
    length(regexp_replace(title, '[[:space:]\u00a0\u200b-\u200f\u2060\ufeff]', '', 'g')) >= 3 and length(title) <= 120
  ),
  constraint listing_description_length check (
    length(regexp_replace(description, '[[:space:]\u00a0\u200b-\u200f\u2060\ufeff]', '', 'g')) >= 10
    and length(description) <= 10000
  ),
  -- The type numeric allows NaN and Infinity. Both are greater than any price.
  constraint listing_price_range check (price >= 0 and price <= 9999999.99),
  constraint listing_business_email_length check (length(business_email) <= 254),
  constraint listing_phone_length check (length(phone) <= 60),
  constraint listing_facebook_form check (facebook = '' or (facebook ~ '^https?://' and length(facebook) <= 500)),
  constraint listing_instagram_form check (instagram = '' or (instagram ~ '^https?://' and length(instagram) <= 500)),
  constraint listing_event_fields check (
    case kind
      when 'event' then event_availability is not null and start_date is not null and end_date is not null
      else event_availability is null and start_date is null and end_date is null
    end
  ),
  constraint listing_event_availability check (event_availability in ('available', 'soldout')),
  constraint listing_event_dates check (start_date <= end_date),
  constraint listing_event_years check (start_date >= '2000-01-01' and end_date < '2200-01-01'),
  constraint listing_version_positive check (version >= 1)
);
create index listing_author_idx on listing (author_id, kind, posted desc, id desc);
-- The moderation queue. Nearly all listings are active and not in it.
create index listing_status_idx on listing (kind, status, posted desc, id desc) where status <> 'active';

create table image (
  id uuid not null,
  -- Null for pictures that are part of the site.
  uploader_id uuid,
  url text not null,
  width integer not null,
  height integer not null,
  format text not null,
  bytes bigint not null,
  created timestamptz not null default now(),
  constraint image_pkey primary key (id),
  constraint image_uploader_fkey foreign key (uploader_id) references profile (id) on delete set null,
  constraint image_url_key unique (url),
  constraint image_size check (width > 0 and height > 0 and bytes > 0)
);

create table listing_image (
  listing_id uuid not null,
  position smallint not null,
  image_id uuid not null,
  constraint listing_image_pkey primary key (listing_id, position),
  constraint listing_image_listing_fkey foreign key (listing_id) references listing (id) on delete cascade,
  constraint listing_image_image_fkey foreign key (image_id) references image (id),
  -- At most ten pictures. The first one is the cover.
  constraint listing_image_position check (position between 0 and 9)
);
create index listing_image_image_idx on listing_image (image_id);
