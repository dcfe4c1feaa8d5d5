package dev.goldenrod.storage.jdbi;

import dev.goldenrod.cluster.Cluster;
import dev.goldenrod.cluster.ClusterKind;
import dev.goldenrod.cluster.DataPlaneKind;
import dev.goldenrod.cluster.DataPlaneRelease;
import dev.goldenrod.port.ClusterRepository;
import dev.goldenrod.port.StoreMark;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

record JdbiClusters(Sql sql) implements ClusterRepository {
  private static final Columns<Cluster> COLUMNS =
      new Columns<>(
          "id, org_id, name, kind, data_plane_identity, agent_token_sha256, last_seen_at, "
              + "created_at, data_plane_kind, data_plane_version, away",
          JdbiClusters::read);
  private static final Columns<String> SERVER = new Columns<>("server_url", Row::text);
  private static final Columns<StoreMark> MARK =
      new Columns<>("owner_id, number, token, marked_at", JdbiClusters::readMark);

  @Override
  public void insert(Cluster cluster) {
    sql.update(
        """
        insert into clusters
          (id, org_id, name, kind, data_plane_identity, agent_token_sha256, last_seen_at,
           created_at, data_plane_kind, data_plane_version)
        values
          (:id, :orgId, :name, :kind, :identity, :agentTokenSha256, :lastSeenAt, :createdAt,
           :dataPlaneKind, :version)
        """,
        values ->
            values
                .uuid("id", cluster.id())
                .uuid("orgId", cluster.orgId())
                .text("name", cluster.name())
                .constant("kind", cluster.kind())
                .text("identity", cluster.identity())
                .text("agentTokenSha256", cluster.agentTokenSha256())
                .instant("lastSeenAt", cluster.lastSeenAt())
                .instant("createdAt", cluster.createdAt())
                .constant("dataPlaneKind", cluster.dataPlane().kind())
                .text("version", cluster.dataPlane().version()));
  }

  @Override
  public Optional<Cluster> find(UUID orgId, UUID id) {
    return sql.find(COLUMNS, "clusters", orgId, id);
  }

  @Override
  public Optional<Cluster> findByIdentity(UUID orgId, String identity) {
    return sql.one(
        COLUMNS,
        "from clusters where org_id = :orgId and data_plane_identity = :identity",
        values -> values.uuid("orgId", orgId).text("identity", identity));
  }

  @Override
  public Optional<Cluster> findByAgentToken(UUID orgId, String tokenSha256) {
    return sql.one(
        COLUMNS,
        "from clusters where org_id = :orgId and agent_token_sha256 = :token",
        values -> values.uuid("orgId", orgId).text("token", tokenSha256));
  }

  @Override
  public void update(Cluster cluster) {
    sql.update(
        """
        update clusters
        set data_plane_identity = :identity, agent_token_sha256 = :token,
          data_plane_kind = :dataPlaneKind, data_plane_version = :version
        where id = :id
        """,
        values ->
            values
                .uuid("id", cluster.id())
                .text("identity", cluster.identity())
                .text("token", cluster.agentTokenSha256())
                .constant("dataPlaneKind", cluster.dataPlane().kind())
                .text("version", cluster.dataPlane().version()));
  }

  @Override
  public List<Cluster> list(UUID orgId) {
    return sql.listAll(COLUMNS, "clusters", orgId);
  }

  @Override
  public void seen(UUID id, Instant at, @Nullable String server) {
    sql.updateWithoutFlush(
        """
        update clusters
        set last_seen_at = :at, away = false, server_url = coalesce(:server, server_url)
        where id = :id
        """,
        values -> values.uuid("id", id).instant("at", at).text("server", server));
  }

  @Override
  public void left(UUID id) {
    sql.updateWithoutFlush(
        "update clusters set away = true where id = :id", values -> values.uuid("id", id));
  }

  @Override
  public Optional<String> serverOf(UUID id, Instant since) {
    return sql.one(
        SERVER,
        """
        from clusters
        where id = :id and server_url is not null and not away and last_seen_at >= :since
        """,
        values -> values.uuid("id", id).instant("since", since));
  }

  @Override
  public List<StoreMark> marks(UUID id) {
    return sql.list(
        MARK,
        "from cluster_marks where cluster_id = :id order by number",
        values -> values.uuid("id", id));
  }

  @Override
  public void insertMark(UUID id, StoreMark mark) {
    sql.update(
        """
        insert into cluster_marks (cluster_id, owner_id, number, token, marked_at)
        values (:id, :owner, :number, :token, :at)
        """,
        values ->
            values
                .uuid("id", id)
                .uuid("owner", mark.owner())
                .number("number", mark.number())
                .uuid("token", mark.token())
                .instant("at", mark.at()));
  }

  @Override
  public void deleteMarksBefore(UUID id, long number) {
    sql.update(
        "delete from cluster_marks where cluster_id = :id and number < :number",
        values -> values.uuid("id", id).number("number", number));
  }

  @Override
  public boolean delete(UUID orgId, UUID id) {
    return sql.delete("clusters", orgId, id);
  }

  private static StoreMark readMark(Row row) throws SQLException {
    return new StoreMark(row.uuid(), row.longNumber(), row.uuid(), row.instant());
  }

  private static Cluster read(Row row) throws SQLException {
    return new Cluster(
        row.uuid(),
        row.uuid(),
        row.text(),
        row.constant(ClusterKind.class),
        row.text(),
        row.textOrNull(),
        row.instantOrNull(),
        row.instant(),
        new DataPlaneRelease(row.constantOrNull(DataPlaneKind.class), row.textOrNull()),
        row.flag());
  }
}
