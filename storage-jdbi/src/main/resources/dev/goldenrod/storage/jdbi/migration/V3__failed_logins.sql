-- failed logins of an address are counted at every login
create index audit_events_by_target on audit_events (org_id, target, seq);
