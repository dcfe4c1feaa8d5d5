-- old events are deleted by their age
create index audit_events_by_age on audit_events (created_at);
