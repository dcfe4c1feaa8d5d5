create table identities (
  seq bigint generated always as identity,
  id uuid not null primary key,
  org_id uuid not null,
  user_id uuid not null references users (id) on delete cascade,
  issuer varchar not null,
  subject varchar not null,
  renewal varchar,
  confirmed_until timestamp(3) with time zone not null,
  created_at timestamp(3) with time zone not null,
  constraint identities_subject unique (org_id, issuer, subject)
);

create index identities_by_user on identities (user_id);
create index identities_by_confirmation on identities (org_id, issuer, confirmed_until);

-- tokens of an identity are refused while it is not confirmed; older servers create none
alter table access_tokens add column identity_id uuid references identities (id) on delete cascade;
create index access_tokens_by_identity on access_tokens (identity_id);
