-- whether a cap was set through the API, and stands against the one that a start gives
alter table quotas add column per_user_pinned boolean default false not null;
alter table quotas add column per_org_pinned boolean default false not null;

update quotas set per_user_pinned = true, per_org_pinned = true
where exists (
  select 1 from audit_events
  where audit_events.org_id = quotas.org_id and audit_events.action = 'quota.changed'
);
