package dev.goldenrod.storage.jdbi;

import dev.goldenrod.member.Invite;
import dev.goldenrod.member.Role;
import dev.goldenrod.port.InviteRepository;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

record JdbiInvites(Sql sql) implements InviteRepository {
  private static final Columns<Invite> COLUMNS =
      new Columns<>(
          "id, org_id, email, role, sha256, expires_at, accepted_at, created_at, inviter_id",
          JdbiInvites::read);

  @Override
  public void insert(Invite invite) {
    sql.update(
        """
        insert into invites
          (id, org_id, email, role, sha256, expires_at, accepted_at, created_at, inviter_id)
        values
          (:id, :orgId, :email, :role, :sha256, :expiresAt, :acceptedAt, :createdAt, :inviterId)
        """,
        values -> bind(values, invite));
  }

  @Override
  public Optional<Invite> find(UUID orgId, UUID id) {
    return sql.find(COLUMNS, "invites", orgId, id);
  }

  @Override
  public Optional<Invite> findByHash(String sha256) {
    return sql.one(
        COLUMNS, "from invites where sha256 = :sha256", values -> values.text("sha256", sha256));
  }

  @Override
  public List<Invite> list(UUID orgId) {
    return sql.listAll(COLUMNS, "invites", orgId);
  }

  @Override
  public List<Invite> pendingOf(UUID orgId, UUID inviterId) {
    return sql.list(
        COLUMNS,
        """
        from invites
        where org_id = :orgId and inviter_id = :inviterId and accepted_at is null
        order by created_at, seq
        """,
        values -> values.uuid("orgId", orgId).uuid("inviterId", inviterId));
  }

  @Override
  public List<Invite> pendingTo(UUID orgId, String email) {
    return sql.list(
        COLUMNS,
        """
        from invites
        where org_id = :orgId and email = :email and accepted_at is null
        order by created_at, seq
        """,
        values -> values.uuid("orgId", orgId).text("email", email));
  }

  @Override
  public void update(Invite invite) {
    sql.update(
        """
        update invites set email = :email, role = :role, sha256 = :sha256,
          expires_at = :expiresAt, accepted_at = :acceptedAt, created_at = :createdAt,
          inviter_id = :inviterId
        where id = :id and org_id = :orgId
        """,
        values -> bind(values, invite));
  }

  @Override
  public boolean delete(UUID orgId, UUID id) {
    return sql.delete("invites", orgId, id);
  }

  @Override
  public int deleteExpiredBefore(Instant time, int limit) {
    return sql.update(
        """
        delete from invites where id in (
          select id from invites where expires_at < :time order by seq limit :limit)
        """,
        values -> values.instant("time", time).number("limit", limit));
  }

  private void bind(Values values, Invite invite) throws SQLException {
    values
        .uuid("id", invite.id())
        .uuid("orgId", invite.orgId())
        .text("email", invite.email())
        .constant("role", invite.role())
        .text("sha256", invite.sha256())
        .instant("expiresAt", invite.expiresAt())
        .instant("acceptedAt", invite.acceptedAt())
        .instant("createdAt", invite.createdAt())
        .uuid("inviterId", invite.inviterId());
  }

  private static Invite read(Row row) throws SQLException {
    return new Invite(
        row.uuid(),
        row.uuid(),
        row.text(),
        row.constant(Role.class),
        row.text(),
        row.instant(),
        row.instantOrNull(),
        row.instant(),
        row.uuidOrNull());
  }
}
