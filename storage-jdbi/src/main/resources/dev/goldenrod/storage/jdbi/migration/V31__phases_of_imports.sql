-- when each phase began, as JSON by the phase's name; older servers record nothing
alter table imports add column phase_starts varchar default '{}' not null;
alter table imports add column failed_phase varchar;
