package dev.goldenrod.storage.jdbi;

import dev.goldenrod.instance.InstanceSize;
import dev.goldenrod.pool.Pool;
import dev.goldenrod.pool.PoolHealth;
import dev.goldenrod.port.PoolRepository;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

record JdbiPools(Sql sql) implements PoolRepository {
  private static final Columns<Pool> COLUMNS =
      new Columns<>(
          "id, org_id, golden_id, golden_name, golden_version, instance_size, target, "
              + "created_at, message, failures, retry_at, cluster_id",
          JdbiPools::read);

  @Override
  public void insert(Pool pool) {
    sql.update(
        """
        insert into pools
          (id, org_id, golden_id, golden_name, golden_version, instance_size, target, created_at,
            message, failures, retry_at, cluster_id)
        values
          (:id, :orgId, :goldenId, :golden, :version, :size, :target, :createdAt,
            :message, :failures, :retryAt, :clusterId)
        """,
        values -> bind(values, pool));
  }

  @Override
  public Optional<Pool> find(UUID orgId, UUID id) {
    return sql.find(COLUMNS, "pools", orgId, id);
  }

  @Override
  public List<Pool> list(UUID orgId) {
    return sql.listAll(COLUMNS, "pools", orgId);
  }

  @Override
  public List<Pool> ofGolden(UUID orgId, UUID goldenId) {
    return sql.list(
        COLUMNS,
        """
        from pools where golden_id = :goldenId and org_id = :orgId
        order by created_at, seq
        """,
        values -> values.uuid("orgId", orgId).uuid("goldenId", goldenId));
  }

  @Override
  public void update(Pool pool) {
    sql.update(
        """
        update pools set golden_id = :goldenId, golden_name = :golden, golden_version = :version,
          instance_size = :size, target = :target, created_at = :createdAt,
          message = :message, failures = :failures, retry_at = :retryAt, cluster_id = :clusterId
        where id = :id and org_id = :orgId
        """,
        values -> bind(values, pool));
  }

  @Override
  public boolean delete(UUID orgId, UUID id) {
    return sql.delete("pools", orgId, id);
  }

  private void bind(Values values, Pool pool) throws SQLException {
    values
        .uuid("id", pool.id())
        .uuid("orgId", pool.orgId())
        .uuid("goldenId", pool.goldenId())
        .text("golden", pool.golden())
        .number("version", pool.version())
        .constant("size", pool.size())
        .number("target", pool.target())
        .instant("createdAt", pool.createdAt())
        .text("message", pool.health().message())
        .number("failures", pool.health().failures())
        .instant("retryAt", pool.health().retryAt())
        .uuid("clusterId", pool.clusterId());
  }

  private static Pool read(Row row) throws SQLException {
    return new Pool(
        row.uuid(),
        row.uuid(),
        row.uuid(),
        row.text(),
        row.number(),
        row.constant(InstanceSize.class),
        row.number(),
        row.instant(),
        new PoolHealth(row.text(), row.number(), row.instantOrNull()),
        row.uuidOrNull());
  }
}
