package dev.goldenrod.storage.jdbi;

import dev.goldenrod.member.AccessToken;
import dev.goldenrod.member.Scopes;
import dev.goldenrod.member.TokenKind;
import dev.goldenrod.port.TokenRepository;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

record JdbiTokens(Sql sql) implements TokenRepository {
  private static final Columns<AccessToken> COLUMNS =
      new Columns<>(
          "id, org_id, user_id, kind, name, sha256, created_at, expires_at, parent_id, scopes,"
              + " identity_id",
          JdbiTokens::read);

  @Override
  public void insert(AccessToken token) {
    sql.update(
        """
        insert into access_tokens
          (id, org_id, user_id, kind, name, sha256, created_at, expires_at, parent_id,
           scopes, identity_id)
        values
          (:id, :orgId, :userId, :kind, :name, :sha256, :createdAt, :expiresAt, :parentId,
           :scopes, :identityId)
        """,
        values ->
            values
                .uuid("id", token.id())
                .uuid("orgId", token.orgId())
                .uuid("userId", token.userId())
                .constant("kind", token.kind())
                .text("name", token.name())
                .text("sha256", token.sha256())
                .instant("createdAt", token.createdAt())
                .instant("expiresAt", token.expiresAt())
                .uuid("parentId", token.parentId())
                .text("scopes", token.scopes().text())
                .uuid("identityId", token.identityId()));
  }

  @Override
  public Optional<AccessToken> findByHash(String sha256) {
    return sql.one(
        COLUMNS,
        "from access_tokens where sha256 = :sha256",
        values -> values.text("sha256", sha256));
  }

  @Override
  public void update(AccessToken token) {
    sql.update(
        """
        update access_tokens set name = :name, sha256 = :sha256, created_at = :createdAt,
          expires_at = :expiresAt, scopes = :scopes
        where id = :id
        """,
        values ->
            values
                .uuid("id", token.id())
                .text("name", token.name())
                .text("sha256", token.sha256())
                .instant("createdAt", token.createdAt())
                .instant("expiresAt", token.expiresAt())
                .text("scopes", token.scopes().text()));
  }

  @Override
  public List<AccessToken> listOf(UUID userId) {
    return sql.list(
        COLUMNS,
        "from access_tokens where user_id = :userId order by created_at, seq",
        values -> values.uuid("userId", userId));
  }

  @Override
  public void deleteOf(UUID userId, TokenKind kind) {
    sql.update(
        "delete from access_tokens where user_id = :userId and kind = :kind",
        values -> values.uuid("userId", userId).constant("kind", kind));
  }

  @Override
  public boolean delete(UUID id) {
    return sql.update("delete from access_tokens where id = :id", values -> values.uuid("id", id))
        > 0;
  }

  @Override
  public int deleteExpiredBefore(Instant time, int limit) {
    return sql.update(
        """
        delete from access_tokens where id in (
          select id from access_tokens where expires_at < :time order by seq limit :limit)
        """,
        values -> values.instant("time", time).number("limit", limit));
  }

  private static AccessToken read(Row row) throws SQLException {
    return new AccessToken(
        row.uuid(),
        row.uuid(),
        row.uuid(),
        row.constant(TokenKind.class),
        row.text(),
        row.text(),
        row.instant(),
        row.instantOrNull(),
        row.uuidOrNull(),
        Scopes.kept(row.text()),
        row.uuidOrNull());
  }
}
