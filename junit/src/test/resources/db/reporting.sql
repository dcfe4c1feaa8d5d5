do $$ begin
  if not exists (select from pg_roles where rolname = 'reporting') then
    create role reporting;
  end if;
end $$;
create table sales (amount numeric);
grant select on sales to reporting, "o'ps""; drop table x";
