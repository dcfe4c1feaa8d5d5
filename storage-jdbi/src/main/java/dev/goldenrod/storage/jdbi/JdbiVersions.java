package dev.goldenrod.storage.jdbi;

import dev.goldenrod.golden.GoldenVersion;
import dev.goldenrod.golden.VersionStatus;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

record JdbiVersions(Sql sql) {
  private static final Columns<GoldenVersion> COLUMNS =
      new Columns<>(
          "golden_id, version_number, status, source_ref, handle, size_bytes, cluster_id, "
              + "created_at",
          JdbiVersions::read);

  void insert(GoldenVersion version) {
    sql.update(
        """
        insert into golden_versions
          (golden_id, version_number, status, source_ref, handle, size_bytes, cluster_id,
           created_at)
        values
          (:goldenId, :number, :status, :sourceRef, :handle, :sizeBytes, :clusterId, :createdAt)
        """,
        values -> bind(values, version));
  }

  Optional<GoldenVersion> find(UUID goldenId, int number) {
    return sql.one(
        COLUMNS,
        """
        from golden_versions where golden_id = :goldenId and version_number = :number
        """,
        values -> values.uuid("goldenId", goldenId).number("number", number));
  }

  Optional<GoldenVersion> latestReady(UUID goldenId) {
    return sql.one(
        COLUMNS,
        """
        from golden_versions where golden_id = :goldenId and status = 'READY'
        order by version_number desc limit 1
        """,
        values -> values.uuid("goldenId", goldenId));
  }

  List<GoldenVersion> list(UUID goldenId) {
    return sql.list(
        COLUMNS,
        "from golden_versions where golden_id = :goldenId order by version_number",
        values -> values.uuid("goldenId", goldenId));
  }

  List<GoldenVersion> ofHandles(UUID orgId, Collection<String> handles) {
    return sql.list(
        COLUMNS,
        """
        from golden_versions
        join unnest(cast(:handles as varchar array)) as asked (asked_handle)
          on asked_handle = handle
        where handle <> ''
          and exists (select 1 from goldens where goldens.id = golden_id and org_id = :orgId)
        """,
        values -> values.texts("handles", handles).uuid("orgId", orgId));
  }

  void update(GoldenVersion version) {
    sql.update(
        """
        update golden_versions set status = :status, source_ref = :sourceRef, handle = :handle,
          size_bytes = :sizeBytes, cluster_id = :clusterId, created_at = :createdAt
        where golden_id = :goldenId and version_number = :number
        """,
        values -> bind(values, version));
  }

  void delete(UUID goldenId, int number) {
    sql.update(
        "delete from golden_versions where golden_id = :goldenId and version_number = :number",
        values -> values.uuid("goldenId", goldenId).number("number", number));
  }

  private void bind(Values values, GoldenVersion version) {
    values
        .uuid("goldenId", version.goldenId())
        .number("number", version.number())
        .constant("status", version.status())
        .text("sourceRef", version.sourceRef())
        .text("handle", version.handle())
        .number("sizeBytes", version.sizeBytes())
        .uuid("clusterId", version.clusterId())
        .instant("createdAt", version.createdAt());
  }

  private static GoldenVersion read(Row row) throws SQLException {
    return new GoldenVersion(
        row.uuid(),
        row.number(),
        row.constant(VersionStatus.class),
        row.text(),
        row.text(),
        row.longNumber(),
        row.uuidOrNull(),
        row.instant());
  }
}
