package dev.goldenrod.storage.jdbi;

import dev.goldenrod.member.Role;
import dev.goldenrod.member.Scopes;
import dev.goldenrod.member.TokenOwner;
import dev.goldenrod.member.User;
import dev.goldenrod.member.UserStatus;
import dev.goldenrod.port.UserRepository;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

record JdbiUsers(Sql sql) implements UserRepository {
  private static final Columns<User> COLUMNS =
      new Columns<>(
          "users.id, users.org_id, email, display_name, role, status, password_hash, "
              + "users.created_at",
          JdbiUsers::read);

  private static final Columns<TokenOwner> OWNER =
      new Columns<>(
          COLUMNS.names() + ", scopes", row -> new TokenOwner(read(row), Scopes.kept(row.text())));

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
    return sql.find(COLUMNS, "users", orgId, id);
  }

  @Override
  public Optional<User> findByEmail(UUID orgId, String email) {
    return sql.one(
        COLUMNS,
        "from users where org_id = :orgId and email = :email",
        values -> values.uuid("orgId", orgId).text("email", email));
  }

  @Override
  public Optional<TokenOwner> findByToken(String sha256, Instant now) {
    return sql.one(
        OWNER,
        """
        from access_tokens join users on users.id = access_tokens.user_id
          left join identities on identities.id = identity_id
        where sha256 = :sha256 and (expires_at is null or expires_at > :now)
          and (identity_id is null or confirmed_until > :now)
        """,
        values -> values.text("sha256", sha256).instant("now", now));
  }

  @Override
  public List<User> list(UUID orgId) {
    return sql.listAll(COLUMNS, "users", orgId);
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
    sql.delete("users", orgId, id);
  }

  private void bind(Values values, User user) throws SQLException {
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

  private static User read(Row row) throws SQLException {
    return new User(
        row.uuid(),
        row.uuid(),
        row.text(),
        row.text(),
        row.constant(Role.class),
        row.constant(UserStatus.class),
        row.textOrNull(),
        row.instant());
  }
}
