package dev.goldenrod.storage.jdbi;

import dev.goldenrod.golden.GoldenRef;
import dev.goldenrod.instance.DesiredState;
import dev.goldenrod.instance.Instance;
import dev.goldenrod.instance.InstancePhase;
import dev.goldenrod.instance.InstanceSize;
import dev.goldenrod.instance.InstanceSpec;
import dev.goldenrod.instance.InstanceStatus;
import dev.goldenrod.instance.Ttl;
import dev.goldenrod.port.InstanceRepository;
import dev.goldenrod.port.Place;
import dev.goldenrod.port.Placed;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

record JdbiInstances(Sql sql) implements InstanceRepository {
  private static final Columns<Instance> COLUMNS =
      new Columns<>(
          "id, org_id, owner_id, cluster_id, pool_id, name, golden_id, golden_name, "
              + "golden_version, masking_version, namespace, instance_size, ttl_seconds, expires_at, "
              + "reset_generation, clone_generation, desired_state, phase, endpoint, message, "
              + "ready_generation, created_at, revision",
          JdbiInstances::read);

  private static final String UPDATE =
      """
      update instances set owner_id = :ownerId, cluster_id = :clusterId, pool_id = :poolId,
        name = :name, golden_id = :goldenId, golden_name = :golden, golden_version = :version,
        masking_version = :maskingVersion, namespace = :namespace, instance_size = :size, ttl_seconds = :ttl,
        expires_at = :expiresAt, reset_generation = :resetGeneration,
        clone_generation = :cloneGeneration, desired_state = :desiredState,
        phase = :phase, endpoint = :endpoint, message = :message,
        ready_generation = :readyGeneration, created_at = :createdAt, revision = revision + 1
      where id = :id and org_id = :orgId and revision = :revision
      """;

  @Override
  public void insert(Instance instance) {
    sql.update(
        """
        insert into instances
          (id, org_id, owner_id, cluster_id, pool_id, name, golden_id, golden_name, golden_version,
           masking_version, namespace, instance_size, ttl_seconds, expires_at, reset_generation, clone_generation,
           desired_state, phase, endpoint, message, ready_generation, created_at, revision)
        values
          (:id, :orgId, :ownerId, :clusterId, :poolId, :name, :goldenId, :golden, :version,
           :maskingVersion, :namespace, :size, :ttl, :expiresAt, :resetGeneration, :cloneGeneration,
           :desiredState, :phase, :endpoint, :message, :readyGeneration, :createdAt, :revision)
        """,
        values -> bind(values, instance));
  }

  @Override
  public Optional<Instance> find(UUID orgId, UUID id) {
    return sql.find(COLUMNS, "instances", orgId, id);
  }

  @Override
  public List<Instance> findAll(UUID orgId, Collection<UUID> ids) {
    return sql.findAll(COLUMNS, "instances", orgId, ids);
  }

  @Override
  public Optional<Instance> lock(UUID orgId, UUID id) {
    return sql.lock(COLUMNS, "instances", orgId, id);
  }

  @Override
  public List<Instance> list(UUID orgId) {
    return sql.listAll(COLUMNS, "instances", orgId);
  }

  @Override
  public List<Placed<Instance>> page(
      UUID orgId, @Nullable UUID ownerId, @Nullable Place after, int limit) {
    return sql.page(
        COLUMNS,
        "from instances where org_id = :orgId and pool_id is null"
            + (ownerId == null ? "" : " and owner_id = :ownerId"),
        after,
        limit,
        values -> values.uuid("orgId", orgId).uuid("ownerId", ownerId));
  }

  @Override
  public List<Instance> listOwnedBy(UUID orgId, UUID ownerId) {
    return sql.list(
        COLUMNS,
        """
        from instances where owner_id = :ownerId and org_id = :orgId
        order by created_at, seq
        """,
        values -> values.uuid("orgId", orgId).uuid("ownerId", ownerId));
  }

  @Override
  public List<Instance> named(UUID orgId, String name) {
    return sql.list(
        COLUMNS,
        """
        from instances where org_id = :orgId and name = :name
        order by created_at, seq
        """,
        values -> values.uuid("orgId", orgId).text("name", name));
  }

  @Override
  public List<Instance> ofGolden(UUID orgId, UUID goldenId) {
    return sql.list(
        COLUMNS,
        """
        from instances where golden_id = :goldenId and org_id = :orgId
        order by created_at, seq
        """,
        values -> values.uuid("orgId", orgId).uuid("goldenId", goldenId));
  }

  @Override
  public List<Instance> ofPool(UUID orgId, UUID poolId) {
    return sql.list(
        COLUMNS,
        """
        from instances where pool_id = :poolId and org_id = :orgId
        order by created_at, seq
        """,
        values -> values.uuid("orgId", orgId).uuid("poolId", poolId));
  }

  @Override
  public List<Instance> inCluster(UUID orgId, UUID clusterId) {
    return sql.list(
        COLUMNS,
        """
        from instances where cluster_id = :clusterId and org_id = :orgId
        order by created_at, seq
        """,
        values -> values.uuid("orgId", orgId).uuid("clusterId", clusterId));
  }

  @Override
  public Set<UUID> existing(UUID orgId, Collection<UUID> ids) {
    return sql.existing("instances", orgId, ids);
  }

  @Override
  public int countPresent(UUID orgId) {
    return sql.count(
        """
        from instances
        where org_id = :orgId and desired_state = 'PRESENT' and pool_id is null
        """,
        values -> values.uuid("orgId", orgId));
  }

  @Override
  public int countPresentOwnedBy(UUID orgId, UUID ownerId) {
    return sql.count(
        """
        from instances
        where owner_id = :ownerId and org_id = :orgId and desired_state = 'PRESENT'
          and pool_id is null
        """,
        values -> values.uuid("orgId", orgId).uuid("ownerId", ownerId));
  }

  @Override
  public boolean update(Instance instance) {
    return sql.update(UPDATE, values -> bind(values, instance)) > 0;
  }

  @Override
  public boolean updateProgress(Instance instance) {
    return sql.updateWithoutFlush(UPDATE, values -> bind(values, instance)) > 0;
  }

  @Override
  public boolean delete(UUID orgId, UUID id) {
    return sql.delete("instances", orgId, id);
  }

  private void bind(Values values, Instance instance) throws SQLException {
    values
        .uuid("id", instance.id())
        .uuid("orgId", instance.orgId())
        .uuid("ownerId", instance.ownerId())
        .uuid("clusterId", instance.clusterId())
        .uuid("poolId", instance.poolId())
        .text("name", instance.name())
        .constant("phase", instance.status().phase())
        .text("endpoint", instance.status().endpoint())
        .text("message", instance.status().message())
        .number("readyGeneration", instance.status().readyGeneration())
        .instant("createdAt", instance.createdAt())
        .number("revision", instance.revision());
    bind(values, instance.spec());
  }

  private void bind(Values values, InstanceSpec spec) throws SQLException {
    values
        .uuid("goldenId", spec.golden().goldenId())
        .text("golden", spec.golden().name())
        .number("version", spec.golden().version())
        .numberOrNull("maskingVersion", spec.golden().maskingVersion())
        .text("namespace", spec.namespace())
        .constant("size", spec.size())
        .number("ttl", spec.ttl().duration().toSeconds())
        .instant("expiresAt", spec.expiresAt())
        .number("resetGeneration", spec.resetGeneration())
        .number("cloneGeneration", spec.cloneGeneration())
        .constant("desiredState", spec.desiredState());
  }

  private static Instance read(Row row) throws SQLException {
    return new Instance(
        row.uuid(),
        row.uuid(),
        row.uuid(),
        row.uuid(),
        row.uuidOrNull(),
        row.textOrNull(),
        spec(row),
        new InstanceStatus(row.constant(InstancePhase.class), row.text(), row.text(), row.number()),
        row.instant(),
        row.longNumber());
  }

  private static InstanceSpec spec(Row row) throws SQLException {
    return new InstanceSpec(
        new GoldenRef(row.uuid(), row.text(), row.number(), row.numberOrNull()),
        row.text(),
        row.constant(InstanceSize.class),
        new Ttl(Duration.ofSeconds(row.longNumber())),
        row.instant(),
        row.number(),
        row.number(),
        row.constant(DesiredState.class));
  }
}
