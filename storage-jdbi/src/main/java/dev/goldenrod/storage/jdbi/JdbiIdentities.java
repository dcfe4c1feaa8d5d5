package dev.goldenrod.storage.jdbi;

import dev.goldenrod.identity.Identity;
import dev.goldenrod.member.TokenKind;
import dev.goldenrod.port.IdentityRepository;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

record JdbiIdentities(Sql sql) implements IdentityRepository {
  private static final Columns<Identity> COLUMNS =
      new Columns<>(
          "id, org_id, user_id, issuer, subject, renewal, confirmed_until, refused_at, created_at",
          JdbiIdentities::read);

  @Override
  public void insert(Identity identity) {
    sql.update(
        """
        insert into identities
          (id, org_id, user_id, issuer, subject, renewal, confirmed_until, refused_at, created_at)
        values
          (:id, :orgId, :userId, :issuer, :subject, :renewal, :confirmedUntil, :refusedAt,
           :createdAt)
        """,
        values ->
            values
                .uuid("id", identity.id())
                .uuid("orgId", identity.orgId())
                .uuid("userId", identity.userId())
                .text("issuer", identity.issuer())
                .text("subject", identity.subject())
                .text("renewal", identity.renewal())
                .instant("confirmedUntil", identity.confirmedUntil())
                .instant("refusedAt", identity.refusedAt())
                .instant("createdAt", identity.createdAt()));
  }

  @Override
  public Optional<Identity> find(UUID orgId, String issuer, String subject) {
    return sql.one(
        COLUMNS,
        "from identities where org_id = :orgId and issuer = :issuer and subject = :subject",
        values -> values.uuid("orgId", orgId).text("issuer", issuer).text("subject", subject));
  }

  @Override
  public List<Identity> listOf(UUID userId) {
    return sql.list(
        COLUMNS,
        "from identities where user_id = :userId order by created_at, seq",
        values -> values.uuid("userId", userId));
  }

  @Override
  public List<Identity> dueForRenewal(
      UUID orgId, String issuer, Instant end, Instant now, int limit) {
    return sql.list(
        COLUMNS,
        """
        from identities
        where org_id = :orgId and issuer = :issuer and confirmed_until <= :end
          and renewal is not null and exists (
            select 1 from access_tokens
            where user_id = identities.user_id
              and (identity_id = identities.id or identity_id is null and kind = :session)
              and (expires_at is null or expires_at > :now))
        order by confirmed_until, seq limit :limit
        """,
        values ->
            values
                .uuid("orgId", orgId)
                .text("issuer", issuer)
                .instant("end", end)
                .instant("now", now)
                .constant("session", TokenKind.SESSION)
                .number("limit", limit));
  }

  @Override
  public void update(Identity identity) {
    sql.update(
        """
        update identities
        set renewal = :renewal, confirmed_until = :confirmedUntil, refused_at = :refusedAt
        where id = :id
        """,
        values ->
            values
                .uuid("id", identity.id())
                .text("renewal", identity.renewal())
                .instant("confirmedUntil", identity.confirmedUntil())
                .instant("refusedAt", identity.refusedAt()));
  }

  @Override
  public boolean delete(UUID id) {
    return sql.update("delete from identities where id = :id", values -> values.uuid("id", id)) > 0;
  }

  private static Identity read(Row row) throws SQLException {
    return new Identity(
        row.uuid(),
        row.uuid(),
        row.uuid(),
        row.text(),
        row.text(),
        row.textOrNull(),
        row.instant(),
        row.instantOrNull(),
        row.instant());
  }
}
