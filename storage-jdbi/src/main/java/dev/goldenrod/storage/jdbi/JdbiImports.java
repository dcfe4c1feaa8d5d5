package dev.goldenrod.storage.jdbi;

import dev.goldenrod.imports.ImportHistory;
import dev.goldenrod.imports.ImportJob;
import dev.goldenrod.imports.ImportPhase;
import dev.goldenrod.imports.ImportStatus;
import dev.goldenrod.imports.Progress;
import dev.goldenrod.port.ImportRepository;
import dev.goldenrod.port.Place;
import dev.goldenrod.port.ValueNormalizer;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

record JdbiImports(Sql sql) implements ImportRepository {
  private static final Columns<ImportJob> COLUMNS =
      new Columns<>(
          "id, org_id, source_id, golden_id, golden_name, golden_version, cluster_id, "
              + "phase, message, progress_unit, progress_done, progress_total, warnings, "
              + "size_bytes, pg_major, created_at, finished_at, cancelled_by, "
              + "phase_starts, failed_phase, masking_version, revision",
          JdbiImports::read);

  @Override
  public void insert(ImportJob job) {
    sql.update(
        """
        insert into imports
          (id, org_id, source_id, golden_id, golden_name, golden_version, cluster_id, phase,
           message, progress_done, progress_total, progress_unit, warnings, size_bytes, pg_major,
           created_at, finished_at, cancelled_by, phase_starts, failed_phase,
           masking_version, revision)
        values
          (:id, :orgId, :sourceId, :goldenId, :golden, :version, :clusterId, :phase,
           :message, :progressDone, :progressTotal, :progressUnit, :warnings, :sizeBytes,
           :pgMajor, :createdAt, :finishedAt, :cancelledBy, :phaseStarts,
           :failedPhase, :maskingVersion, :revision)
        """,
        values -> bind(values, job));
  }

  @Override
  public Optional<ImportJob> find(UUID orgId, UUID id) {
    return sql.find(COLUMNS, "imports", orgId, id);
  }

  @Override
  public List<ImportJob> findAll(UUID orgId, Collection<UUID> ids) {
    return sql.findAll(COLUMNS, "imports", orgId, ids);
  }

  @Override
  public Optional<ImportJob> lock(UUID orgId, UUID id) {
    return sql.lock(COLUMNS, "imports", orgId, id);
  }

  @Override
  public List<ImportJob> list(UUID orgId) {
    return sql.list(
        COLUMNS,
        "from imports where org_id = :orgId order by created_at desc, seq desc",
        values -> values.uuid("orgId", orgId));
  }

  @Override
  public List<ImportJob> list(UUID orgId, @Nullable Place after, int limit) {
    return sql.list(
        COLUMNS,
        after == null
            ? "from imports where org_id = :orgId order by created_at desc, seq desc limit :limit"
            : """
              from imports
              where org_id = :orgId and (created_at, seq) < (:createdAt, :number)
              order by created_at desc, seq desc limit :limit
              """,
        values -> {
          values.uuid("orgId", orgId).number("limit", limit);
          if (after != null) {
            values.instant("createdAt", after.createdAt()).number("number", after.number());
          }
        });
  }

  @Override
  public Optional<Place> place(UUID orgId, UUID id) {
    return sql.find(Columns.PLACE, "imports", orgId, id);
  }

  @Override
  public List<ImportJob> running(UUID orgId) {
    return sql.list(
        COLUMNS,
        """
        from imports where org_id = :orgId and finished_at is null
          and phase not in ('SUCCEEDED', 'FAILED')
        order by created_at, seq
        """,
        values -> values.uuid("orgId", orgId));
  }

  @Override
  public List<ImportJob> runningOfSource(UUID orgId, UUID sourceId) {
    return sql.list(
        COLUMNS,
        """
        from imports
        where source_id = :sourceId and org_id = :orgId and phase not in ('SUCCEEDED', 'FAILED')
        order by created_at, seq
        """,
        values -> values.uuid("orgId", orgId).uuid("sourceId", sourceId));
  }

  @Override
  public List<ImportJob> ofGolden(UUID orgId, UUID goldenId) {
    return sql.list(
        COLUMNS,
        """
        from imports where golden_id = :goldenId and org_id = :orgId
        order by created_at, seq
        """,
        values -> values.uuid("orgId", orgId).uuid("goldenId", goldenId));
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
              created_at = :createdAt, finished_at = :finishedAt,
              cancelled_by = :cancelledBy, phase_starts = :phaseStarts,
              failed_phase = :failedPhase, masking_version = :maskingVersion,
              revision = revision + 1
            where id = :id and org_id = :orgId and revision = :revision
            """,
            values -> bind(values, job))
        > 0;
  }

  @Override
  public boolean delete(UUID orgId, UUID id) {
    return sql.delete("imports", orgId, id);
  }

  @Override
  public int deleteEndedBefore(Instant time, int limit) {
    return sql.update(
        """
        delete from imports where id in (
          select old.id from imports old
          where old.finished_at < :time and (
            not exists (
              select 1 from golden_versions
              where golden_id = old.golden_id and version_number = old.golden_version)
            or exists (
              select 1 from imports newer
              where newer.golden_id = old.golden_id
                and newer.golden_version = old.golden_version
                and (newer.created_at, newer.seq) > (old.created_at, old.seq)))
          order by old.finished_at limit :limit)
        """,
        values -> values.instant("time", time).number("limit", limit));
  }

  private void bind(Values values, ImportJob job) throws SQLException {
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
        .text("cancelledBy", job.cancelledBy())
        .json("phaseStarts", texts(job.history()))
        .constant("failedPhase", job.history().failedPhase())
        .numberOrNull("maskingVersion", job.maskingVersion())
        .number("revision", job.revision());
  }

  private static ImportJob read(Row row) throws SQLException {
    return new ImportJob(
        row.uuid(),
        row.uuid(),
        row.uuidOrNull(),
        row.uuid(),
        row.text(),
        row.number(),
        row.uuid(),
        new ImportStatus(row.constant(ImportPhase.class), row.text(), progress(row), row.texts()),
        row.longNumber(),
        row.number(),
        row.instant(),
        row.instantOrNull(),
        row.textOrNull(),
        history(row),
        row.numberOrNull(),
        row.longNumber());
  }

  private static Map<String, @Nullable Object> texts(ImportHistory history) {
    Map<String, @Nullable Object> texts = new LinkedHashMap<>();
    history
        .starts()
        .forEach(
            start ->
                texts.put(start.phase().name(), ValueNormalizer.instant(start.at()).toString()));
    return texts;
  }

  private static ImportHistory history(Row row) throws SQLException {
    List<ImportHistory.Start> starts =
        row.json().entrySet().stream()
            .map(
                start ->
                    new ImportHistory.Start(
                        ImportPhase.valueOf(start.getKey()),
                        Instant.parse(String.valueOf(start.getValue()))))
            .toList();
    return new ImportHistory(starts, row.constantOrNull(ImportPhase.class));
  }

  private static @Nullable Progress progress(Row row) throws SQLException {
    String unit = row.textOrNull();
    long done = row.longNumber();
    long total = row.longNumber();
    return unit == null ? null : new Progress(done, total, unit);
  }
}
