alter table access_tokens add column parent_id uuid;
alter table access_tokens add constraint access_tokens_parent
  foreign key (parent_id) references access_tokens (id) on delete cascade;
create index access_tokens_by_parent on access_tokens (parent_id);

alter table invites add column inviter_id uuid;
update invites set inviter_id = (
  select actor_id from audit_events
  where target = 'invite/' || cast(invites.id as varchar(36)) and action = 'invite.created'
    and audit_events.org_id = invites.org_id);

-- What a disabled or removed member holds, or gave to others, ended when it was disabled or removed.
delete from access_tokens where user_id in (select id from users where status <> 'ACTIVE');
delete from invites where accepted_at is null
  and inviter_id in (select id from users where status <> 'ACTIVE');
