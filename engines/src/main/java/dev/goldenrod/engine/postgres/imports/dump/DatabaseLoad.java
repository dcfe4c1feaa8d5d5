package dev.goldenrod.engine.postgres.imports.dump;

import dev.goldenrod.engine.imports.ImportWork;
import dev.goldenrod.engine.imports.StepReport;
import dev.goldenrod.engine.postgres.LibpqService;
import dev.goldenrod.engine.postgres.PostgresLogin;
import dev.goldenrod.engine.postgres.Sql;
import dev.goldenrod.engine.postgres.imports.CloneLogin;
import dev.goldenrod.engine.postgres.imports.ImportServer;
import dev.goldenrod.engine.postgres.imports.destination.ExtensionTables;
import dev.goldenrod.engine.postgres.imports.destination.SuperuserObjects;
import dev.goldenrod.engine.postgres.imports.destination.SuperuserObjects.CreatedObjects;
import dev.goldenrod.engine.postgres.imports.destination.TargetDatabase;
import dev.goldenrod.engine.postgres.imports.destination.TargetRoles;
import dev.goldenrod.engine.postgres.imports.destination.TargetSettings;
import dev.goldenrod.engine.postgres.imports.dump.PostgresSourceDump.DumpMetadata;
import dev.goldenrod.engine.postgres.imports.dump.RestoreLog.RestoreError;
import dev.goldenrod.engine.postgres.imports.source.SearchPath;
import dev.goldenrod.engine.postgres.imports.source.SourceMetadata;
import dev.goldenrod.engine.postgres.imports.source.SourceMetadata.Setting;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Loads a dump into a new data directory.
 *
 * <p>The superuser creates roles, the database and the {@link SuperuserObjects}, before anything of
 * the source is there. Everything of the source is then restored by sessions of the clones' role,
 * because data and indexes run functions that the source defined.
 *
 * <p>A load that was interrupted runs again from its beginning. It finds the results of completed
 * tool runs and, for parts between them, of checkpoints. Everything else can be repeated.
 */
final class DatabaseLoad {
  private static final Pattern UNQUALIFIED =
      Pattern.compile("^(function|relation|type|operator) .*does not exist");

  private final ImportServer cluster;
  private final ImportWork work;
  private final SourceMetadata metadata;
  private final StepReport report;
  private final @Nullable MaskedLoad masked;

  /**
   * Creates a load.
   *
   * @param masked loads the rows; null if the dump has them
   */
  DatabaseLoad(
      ImportServer cluster, ImportWork work, SourceMetadata metadata, @Nullable MaskedLoad masked) {
    this.cluster = cluster;
    this.work = work;
    this.metadata = metadata;
    this.report = work.report();
    this.masked = masked;
  }

  void run(DumpMetadata dumped) throws SQLException {
    TargetDatabase target = new TargetDatabase(metadata, report, work.host());
    CreatedObjects created =
        work.checkpoints().once("groundwork", CreatedObjects.class, () -> createDatabase(target));
    // This superuser session names only objects of PostgreSQL, and only runs grants.
    try (Connection admin = cluster.connectAsAdmin(metadata.database())) {
      store(dumped.settings(), setting -> !isOfMessages(setting));
      CloneLogin login = CloneLogin.open(cluster);
      Restore restore = Restore.of(work, entry -> masked == null || masked.has(entry));
      RestorePlan plan = new RestorePlan(restore.contents(), created);
      plan.warnings().forEach(report::warn);
      load(restore, plan, login, admin, dumped);
      try (Connection role = login.connect(metadata.database())) {
        target.describe(role);
        // As the clones' role: functions of the source compute statistics and index entries.
        new Vacuum(() -> login.connect(metadata.database()), report).run(role, work.jobs());
      }
      if (masked != null) {
        masked.check().run(() -> login.connect(metadata.database()));
      }
      login.end();
      store(dumped.settings(), DatabaseLoad::isOfMessages);
    }
  }

  private CreatedObjects createDatabase(TargetDatabase target) throws SQLException {
    try (Connection admin = cluster.connectAsAdmin(PostgresLogin.ADMINISTRATION)) {
      new TargetRoles(metadata, report).create(admin);
      target.create(admin);
    }
    try (Connection admin = cluster.connectAsAdmin(metadata.database())) {
      CreatedObjects created = new SuperuserObjects(admin, metadata, report, work.host()).create();
      Sql.runAll(admin, ExtensionTables.of(admin).grants());
      return created;
    }
  }

  /** Later sessions evaluate the source's definitions with these settings. */
  private void store(List<Setting> settings, Predicate<Setting> wanted) throws SQLException {
    try (Connection admin = cluster.connectAsAdmin(PostgresLogin.ADMINISTRATION)) {
      new TargetSettings(admin, metadata.database(), report)
          .store(settings.stream().filter(wanted).toList());
    }
  }

  /** Messages of pg_restore are parsed in English. */
  private static boolean isOfMessages(Setting setting) {
    return setting.key().equalsIgnoreCase("lc_messages");
  }

  private void load(
      Restore restore, RestorePlan plan, CloneLogin login, Connection admin, DumpMetadata dumped)
      throws SQLException {
    String searchPath = SearchPath.of(dumped.settings()).value();
    try (LibpqService service = login.serviceForDump(work.runner(), metadata.database());
        Connection role = login.connect(metadata.database())) {
      RestoreErrors losses = new RestoreErrors(report, plan.extensionsLeftOut(), work.host());
      Section section = new Section(restore, service, plan, searchPath);
      RefusedObjects refused = new RefusedObjects(restore, role, report);
      List<RestoreError> undefined =
          restore.run(service, "pre-data", 1, plan::isDefinition, "definitions made");
      undefined =
          section.retryFailed(
              runRepair("leakproof", undefined, refused::createLeakproofFunctions), "pre-data", 1);
      // Rows cannot be loaded into a missing table, so the import fails if the definition of a
      // table with rows failed.
      losses.require(loss -> loss.entry() != null && hasRows(plan, loss.entry()), undefined);
      losses.require(loss -> true, section.load(work.jobs(), dumped));
      if (masked != null) {
        masked.loadRows(work, () -> login.connect(metadata.database()), searchPath);
        masked.setSequences(role, work);
      }
      RestoreScript grants = restore.script(plan::isGrantToReplay);
      work.checkpoints()
          .once(
              "grants",
              Boolean.class,
              () -> {
                new Grants(role, report).replay(grants, dumped.owners());
                return true;
              });
      List<RestoreError> unbuilt =
          runRepair(
              "keys",
              section.build(work.jobs()),
              failed -> refused.createForeignKeys(failed, admin));
      if (masked != null) {
        losses.require(MaskedLoad::isBroken, MaskedLoad.withoutValues(unbuilt));
        masked.refreshViews(() -> login.connect(metadata.database()), work);
      } else {
        losses.warn(unbuilt);
      }
      try (LibpqService client = login.service(work.runner(), metadata.database())) {
        losses.warn(refresh(restore, plan, client, searchPath));
      }
      losses.warn(restore.run(service, "post-data", 1, plan::isRowSecurity, "policies enabled"));
    }
  }

  private boolean hasRows(RestorePlan plan, TocEntry definition) {
    return masked == null ? plan.hasData(definition) : definition.is("TABLE");
  }

  private interface Repair {
    List<RestoreError> run(List<RestoreError> losses) throws SQLException;
  }

  /** Runs a part that repairs some losses, and returns those that remain. */
  private List<RestoreError> runRepair(String name, List<RestoreError> losses, Repair repair)
      throws SQLException {
    if (losses.isEmpty()) {
      return losses;
    }
    RemainingErrors left =
        work.checkpoints()
            .once(
                name, RemainingErrors.class, () -> RemainingErrors.of(losses, repair.run(losses)));
    return left.of(losses);
  }

  /** Indexes of the losses that remain, from 0. */
  record RemainingErrors(Set<Integer> numbers) {
    static RemainingErrors of(List<RestoreError> losses, List<RestoreError> left) {
      return new RemainingErrors(
          IntStream.range(0, losses.size())
              .filter(number -> left.contains(losses.get(number)))
              .boxed()
              .collect(Collectors.toUnmodifiableSet()));
    }

    List<RestoreError> of(List<RestoreError> losses) {
      return IntStream.range(0, losses.size())
          .filter(numbers::contains)
          .mapToObj(losses::get)
          .toList();
    }
  }

  /** Refreshes as the source's clients do, and retries failures with an empty search_path. */
  private List<RestoreError> refresh(
      Restore restore, RestorePlan plan, LibpqService client, String searchPath) {
    String unit = "materialized views computed";
    List<RestoreError> losses =
        restore.run(client, "post-data", work.jobs(), plan::isRefreshed, unit, searchPath);
    List<TocEntry> lost = losses.stream().flatMap(loss -> Stream.ofNullable(loss.entry())).toList();
    return lost.isEmpty() ? losses : restore.run(client, "post-data", 1, lost::contains, unit);
  }

  /** Retries what failed in a section with the source's search_path. */
  private record Section(
      Restore restore, LibpqService service, RestorePlan plan, String searchPath) {
    List<RestoreError> build(int jobs) {
      String unit = "indexes and constraints built";
      return retryFailed(
          restore.run(service, "post-data", jobs, plan::isBuilt, unit), "post-data", jobs);
    }

    List<RestoreError> load(int jobs, DumpMetadata dumped) {
      if (restore.contents().stream().noneMatch(plan::isRows)) {
        return List.of();
      }
      List<RestoreError> losses = restore.load(service, jobs, plan::isData, dumped.largeTables());
      return losses.isEmpty()
          ? losses
          : retryFailed(losses, "data", jobs, restore.dumpOfRows(searchPath, dumped.tables()));
    }

    List<RestoreError> retryFailed(List<RestoreError> losses, String name, int jobs) {
      return losses.isEmpty() ? losses : retryFailed(losses, name, jobs, restore.dump(searchPath));
    }

    private List<RestoreError> retryFailed(
        List<RestoreError> losses, String name, int jobs, Path dump) {
      return restore.retryFailed(losses, service, name, jobs, dump).stream()
          .map(this::explain)
          .toList();
    }

    private RestoreError explain(RestoreError loss) {
      return UNQUALIFIED.matcher(loss.reason()).find()
          ? new RestoreError(
              loss.entry(),
              "%s, both with the empty search_path that PostgreSQL restores with and with the source's (%s)"
                  .formatted(loss.reason(), searchPath))
          : loss;
    }
  }
}
