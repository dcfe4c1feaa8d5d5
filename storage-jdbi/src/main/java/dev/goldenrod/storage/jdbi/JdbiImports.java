package dev.goldenrod.storage.jdbi;

import dev.goldenrod.imports.ImportJob;
import dev.goldenrod.imports.ImportPhase;
import dev.goldenrod.imports.ImportStatus;
import dev.goldenrod.imports.Progress;
import dev.goldenrod.port.ImportRepository;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

record JdbiImports(Sql sql) implements ImportRepository {
  @Override
  public void insert(ImportJob job) {
    sql.update(
        """
        insert into imports
          (id, org_id, source_id, golden_id, golden_name, golden_version, cluster_id, phase,
           message, progress_done, progress_total, progress_unit, warnings, size_bytes, pg_major,
           created_at, finished_at, revision)
        values
          (:id, :orgId, :sourceId, :goldenId, :golden, :version, :clusterId, :phase,
           :message, :progressDone, :progressTotal, :progressUnit, :warnings, :sizeBytes,
           :pgMajor, :createdAt, :finishedAt, :revision)
        """,
        values -> bind(values, job));
  }

  @Override
  public Optional<ImportJob> find(UUID orgId, UUID id) {
    return one("select * from imports where id = :id and org_id = :orgId", orgId, id);
  }

  @Override
  public Optional<ImportJob> lock(UUID orgId, UUID id) {
    sql.acquireWriteLock();
    return one("select * from imports where id = :id and org_id = :orgId for update", orgId, id);
  }

  @Override
  public List<ImportJob> list(UUID orgId) {
    return sql.list(
        "select * from imports where org_id = :orgId order by created_at desc, seq desc",
        values -> values.uuid("orgId", orgId),
        this::read);
  }

  @Override
  public List<ImportJob> runningOfSource(UUID orgId, UUID sourceId) {
    return sql.list(
        """
        select * from imports
        where source_id = :sourceId and org_id = :orgId and phase not in ('SUCCEEDED', 'FAILED')
        order by created_at, seq
        """,
        values -> values.uuid("orgId", orgId).uuid("sourceId", sourceId),
        this::read);
  }

  @Override
  public List<ImportJob> ofGolden(UUID orgId, UUID goldenId) {
    return sql.list(
        """
        select * from imports where golden_id = :goldenId and org_id = :orgId
        order by created_at, seq
        """,
        values -> values.uuid("orgId", orgId).uuid("goldenId", goldenId),
        this::read);
  }

  @Override
  public boolean update(ImportJob job) {
    return sql.update(
            """
            update imports set source_id = :sourceId, golden_id = :goldenId,
              golden_name = :golden, golden_version = :version, cluster_id = :clusterId,
              phase = :phase, message = :message, progress_done = :progressDone,
              progress_total = :progressTotal, progress_unit = :progressUnit,
              warnings = :warnings, size_bytes = :sizeBytes, pg_major = :pgMajor,
              created_at = :createdAt, finished_at = :finishedAt, revision = revision + 1
            where id = :id and org_id = :orgId and revision = :revision
            """,
            values -> bind(values, job))
        > 0;
  }

  @Override
  public boolean delete(UUID orgId, UUID id) {
    return sql.update(
            "delete from imports where id = :id and org_id = :orgId",
            values -> values.uuid("id", id).uuid("orgId", orgId))
        > 0;
  }

  private Optional<ImportJob> one(String select, UUID orgId, UUID id) {
    return sql.one(select, values -> values.uuid("id", id).uuid("orgId", orgId), this::read);
  }

  private void bind(Values values, ImportJob job) {
    ImportStatus status = job.status();
    Progress progress = status.progress();
    values
        .uuid("id", job.id())
        .uuid("orgId", job.orgId())
        .uuid("sourceId", job.sourceId())
        .uuid("goldenId", job.goldenId())
        .text("golden", job.golden())
        .number("version", job.version())
        .uuid("clusterId", job.clusterId())
        .constant("phase", status.phase())
        .text("message", status.message())
        .numberOrNull("progressDone", progress == null ? null : progress.done())
        .numberOrNull("progressTotal", progress == null ? null : progress.total())
        .text("progressUnit", progress == null ? null : progress.unit())
        .json("warnings", status.warnings())
        .number("sizeBytes", job.sizeBytes())
        .number("pgMajor", job.pgMajor())
        .instant("createdAt", job.createdAt())
        .instant("finishedAt", job.finishedAt())
        .number("revision", job.revision());
  }

  private ImportJob read(Row row) throws SQLException {
    return new ImportJob(
        row.uuid("id"),
        row.uuid("org_id"),
        row.uuidOrNull("source_id"),
        row.uuid("golden_id"),
        row.text("golden_name"),
        row.number("golden_version"),
        row.uuid("cluster_id"),
        new ImportStatus(
            row.constant("phase", ImportPhase.class),
            row.text("message"),
            progress(row),
            row.texts("warnings")),
        row.longNumber("size_bytes"),
        row.number("pg_major"),
        row.instant("created_at"),
        row.instantOrNull("finished_at"),
        row.longNumber("revision"));
  }

  private static @Nullable Progress progress(Row row) throws SQLException {
    String unit = row.textOrNull("progress_unit");
    return unit == null
        ? null
        : new Progress(row.longNumber("progress_done"), row.longNumber("progress_total"), unit);
  }
}
