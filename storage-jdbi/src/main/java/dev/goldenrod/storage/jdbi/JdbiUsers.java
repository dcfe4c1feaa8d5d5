package dev.goldenrod.storage.jdbi;

import dev.goldenrod.member.Role;
import dev.goldenrod.member.User;
import dev.goldenrod.member.UserStatus;
import dev.goldenrod.port.UserRepository;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

record JdbiUsers(Sql sql) implements UserRepository {
  @Override
  public void insert(User user) {
    sql.update(
        """
        insert into users
          (id, org_id, email, display_name, role, status, password_hash, created_at)
        values
          (:id, :orgId, :email, :displayName, :role, :status, :passwordHash, :createdAt)
        """,
        values -> bind(values, user));
  }

  @Override
  public Optional<User> find(UUID orgId, UUID id) {
    return sql.one(
        "select * from users where id = :id and org_id = :orgId",
        values -> values.uuid("id", id).uuid("orgId", orgId),
        this::read);
  }

  @Override
  public Optional<User> findByEmail(UUID orgId, String email) {
    return sql.one(
        "select * from users where org_id = :orgId and email = :email",
        values -> values.uuid("orgId", orgId).text("email", email),
        this::read);
  }

  @Override
  public Optional<User> findByToken(String sha256, Instant now) {
    return sql.one(
        """
        select u.* from access_tokens t join users u on u.id = t.user_id
        where t.sha256 = :sha256 and (t.expires_at is null or t.expires_at > :now)
        """,
        values -> values.text("sha256", sha256).instant("now", now),
        this::read);
  }

  @Override
  public List<User> list(UUID orgId) {
    return sql.list(
        "select * from users where org_id = :orgId order by created_at, seq",
        values -> values.uuid("orgId", orgId),
        this::read);
  }

  @Override
  public void update(User user) {
    sql.update(
        """
        update users set email = :email, display_name = :displayName, role = :role,
          status = :status, password_hash = :passwordHash, created_at = :createdAt
        where id = :id and org_id = :orgId
        """,
        values -> bind(values, user));
  }

  @Override
  public void delete(UUID orgId, UUID id) {
    sql.update(
        "delete from users where id = :id and org_id = :orgId",
        values -> values.uuid("id", id).uuid("orgId", orgId));
  }

  private void bind(Values values, User user) {
    values
        .uuid("id", user.id())
        .uuid("orgId", user.orgId())
        .text("email", user.email())
        .text("displayName", user.displayName())
        .constant("role", user.role())
        .constant("status", user.status())
        .text("passwordHash", user.passwordHash())
        .instant("createdAt", user.createdAt());
  }

  private User read(Row row) throws SQLException {
    return new User(
        row.uuid("id"),
        row.uuid("org_id"),
        row.text("email"),
        row.text("display_name"),
        row.constant("role", Role.class),
        row.constant("status", UserStatus.class),
        row.textOrNull("password_hash"),
        row.instant("created_at"));
  }
}
