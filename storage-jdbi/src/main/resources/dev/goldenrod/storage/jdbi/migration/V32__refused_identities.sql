-- the password of a member whose account the issuer refused is refused, too; older servers accept it
alter table identities add column refused_at timestamp(3) with time zone;
