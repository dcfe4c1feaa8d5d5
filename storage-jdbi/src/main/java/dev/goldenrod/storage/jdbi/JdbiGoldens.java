package dev.goldenrod.storage.jdbi;

import dev.goldenrod.golden.Golden;
import dev.goldenrod.golden.GoldenState;
import dev.goldenrod.golden.GoldenSummary;
import dev.goldenrod.golden.GoldenVersion;
import dev.goldenrod.golden.ShareScope;
import dev.goldenrod.golden.Substrate;
import dev.goldenrod.golden.VersionStatus;
import dev.goldenrod.port.GoldenRepository;
import dev.goldenrod.port.Place;
import dev.goldenrod.port.Placed;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

record JdbiGoldens(Sql sql) implements GoldenRepository {
  private static final Columns<Golden> COLUMNS =
      new Columns<>(
          "id, org_id, "
              + DeletionColumns.NAME
              + ", substrate, share_scope, state, is_protected, requires_masking, "
              + DeletionColumns.COLUMNS
              + ", created_at, revision",
          JdbiGoldens::read);

  private static final Columns<GoldenSummary> SUMMARY =
      new Columns<>(
          COLUMNS.names()
              + ", coalesce((select max(version_number) from golden_versions"
              + " where golden_id = goldens.id and status = 'READY'), 0)",
          row -> new GoldenSummary(read(row), row.number()));

  private static final Columns<GoldenVersion> VERSION =
      new Columns<>(
          "golden_id, version_number, status, source_ref, handle, size_bytes, cluster_id, "
              + "created_at, masking_version, attestation",
          JdbiGoldens::readVersion);

  @Override
  public void insert(Golden golden) {
    sql.update(
        """
        insert into goldens
          (id, org_id, name, substrate, share_scope, state, is_protected, requires_masking,
           deleted_name, deleted_at, deleted_by, restorable_until, created_at, revision)
        values
          (:id, :orgId, :name, :substrate, :shareScope, :state, :isProtected, :requiresMasking,
           :deletedName, :deletedAt, :deletedBy, :restorableUntil, :createdAt, :revision)
        """,
        values -> bind(values, golden));
  }

  @Override
  public Optional<Golden> find(UUID orgId, UUID id) {
    return sql.find(COLUMNS, "goldens", orgId, id);
  }

  @Override
  public List<Golden> findAll(UUID orgId, Collection<UUID> ids) {
    return sql.findAll(COLUMNS, "goldens", orgId, ids);
  }

  @Override
  public Optional<Golden> findByName(UUID orgId, String name) {
    return sql.one(
        COLUMNS,
        "from goldens where org_id = :orgId and name = :name and deleted_at is null",
        values -> values.uuid("orgId", orgId).text("name", name));
  }

  @Override
  public List<GoldenSummary> list(UUID orgId) {
    return sql.listAll(SUMMARY, "goldens", orgId);
  }

  @Override
  public List<Placed<GoldenSummary>> page(UUID orgId, @Nullable Place after, int limit) {
    return sql.page(
        SUMMARY,
        "from goldens where org_id = :orgId",
        after,
        limit,
        values -> values.uuid("orgId", orgId));
  }

  @Override
  public List<Golden> restorable(UUID orgId) {
    return sql.list(
        COLUMNS,
        """
        from goldens where org_id = :orgId and deleted_at is not null and state <> 'DELETING'
        order by deleted_at, created_at, seq
        """,
        values -> values.uuid("orgId", orgId));
  }

  @Override
  public boolean update(Golden golden) {
    return sql.update(
            """
            update goldens set %s, substrate = :substrate, share_scope = :shareScope,
              state = :state, is_protected = :isProtected,
              requires_masking = :requiresMasking, created_at = :createdAt, revision = revision + 1
            where id = :id and org_id = :orgId and revision = :revision
            """
                .formatted(DeletionColumns.ASSIGNMENTS),
            values -> bind(values, golden))
        > 0;
  }

  @Override
  public void delete(UUID orgId, UUID id) {
    sql.delete("goldens", orgId, id);
  }

  @Override
  public void insertVersion(GoldenVersion version) {
    sql.update(
        """
        insert into golden_versions
          (golden_id, version_number, status, source_ref, handle, size_bytes, cluster_id,
           created_at, masking_version, attestation)
        values
          (:goldenId, :number, :status, :sourceRef, :handle, :sizeBytes, :clusterId, :createdAt,
           :maskingVersion, :attestation)
        """,
        values -> bind(values, version));
  }

  @Override
  public Optional<GoldenVersion> findVersion(UUID goldenId, int number) {
    return sql.one(
        VERSION,
        """
        from golden_versions where golden_id = :goldenId and version_number = :number
        """,
        values -> values.uuid("goldenId", goldenId).number("number", number));
  }

  @Override
  public Optional<GoldenVersion> latestReady(UUID goldenId) {
    return sql.one(
        VERSION,
        """
        from golden_versions where golden_id = :goldenId and status = 'READY'
        order by version_number desc limit 1
        """,
        values -> values.uuid("goldenId", goldenId));
  }

  @Override
  public List<GoldenVersion> versions(UUID goldenId) {
    return sql.list(
        VERSION,
        "from golden_versions where golden_id = :goldenId order by version_number",
        values -> values.uuid("goldenId", goldenId));
  }

  @Override
  public List<GoldenVersion> versionsOf(UUID orgId, Collection<String> handles) {
    return sql.list(
        VERSION,
        """
        from golden_versions
        join unnest(cast(:handles as varchar array)) as asked (asked_handle)
          on asked_handle = handle
        where handle <> ''
          and exists (select 1 from goldens where goldens.id = golden_id and org_id = :orgId)
        """,
        values -> values.texts("handles", handles).uuid("orgId", orgId));
  }

  @Override
  public void updateVersion(GoldenVersion version) {
    sql.update(
        """
        update golden_versions set status = :status, source_ref = :sourceRef, handle = :handle,
          size_bytes = :sizeBytes, cluster_id = :clusterId, created_at = :createdAt,
          masking_version = :maskingVersion, attestation = :attestation
        where golden_id = :goldenId and version_number = :number
        """,
        values -> bind(values, version));
  }

  @Override
  public void deleteVersion(UUID goldenId, int number) {
    sql.update(
        "delete from golden_versions where golden_id = :goldenId and version_number = :number",
        values -> values.uuid("goldenId", goldenId).number("number", number));
  }

  private void bind(Values values, Golden golden) throws SQLException {
    DeletionColumns.bind(values, golden.id(), golden.name(), golden.deletion())
        .uuid("id", golden.id())
        .uuid("orgId", golden.orgId())
        .constant("substrate", golden.substrate())
        .constant("shareScope", golden.shareScope())
        .constant("state", golden.state())
        .flag("isProtected", golden.isProtected())
        .flag("requiresMasking", golden.requiresMasking())
        .instant("createdAt", golden.createdAt())
        .number("revision", golden.revision());
  }

  private static Golden read(Row row) throws SQLException {
    return new Golden(
        row.uuid(),
        row.uuid(),
        row.text(),
        row.constant(Substrate.class),
        row.constant(ShareScope.class),
        row.constant(GoldenState.class),
        row.flag(),
        row.flag(),
        DeletionColumns.read(row),
        row.instant(),
        row.longNumber());
  }

  private void bind(Values values, GoldenVersion version) throws SQLException {
    GoldenVersion.Masking masking = version.masking();
    values
        .uuid("goldenId", version.goldenId())
        .number("number", version.number())
        .constant("status", version.status())
        .text("sourceRef", version.sourceRef())
        .text("handle", version.handle())
        .number("sizeBytes", version.sizeBytes())
        .uuid("clusterId", version.clusterId())
        .instant("createdAt", version.createdAt())
        .numberOrNull("maskingVersion", masking == null ? null : (long) masking.rulesVersion())
        .text("attestation", masking == null ? null : masking.attestation());
  }

  private static GoldenVersion readVersion(Row row) throws SQLException {
    return new GoldenVersion(
        row.uuid(),
        row.number(),
        row.constant(VersionStatus.class),
        row.text(),
        row.text(),
        row.longNumber(),
        row.uuidOrNull(),
        row.instant(),
        masking(row.numberOrNull(), row.textOrNull()));
  }

  private static GoldenVersion.@Nullable Masking masking(
      @Nullable Integer rulesVersion, @Nullable String attestation) {
    return rulesVersion == null || attestation == null
        ? null
        : new GoldenVersion.Masking(rulesVersion, attestation);
  }
}
