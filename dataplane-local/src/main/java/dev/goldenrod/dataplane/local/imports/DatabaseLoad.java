package dev.goldenrod.dataplane.local.imports;

import dev.goldenrod.dataplane.local.imports.SourceFacts.Extension;
import dev.goldenrod.dataplane.local.postgres.AdminRole;
import dev.goldenrod.dataplane.local.postgres.Passwords;
import dev.goldenrod.port.DataPlaneException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/**
 * Loads a dump into a new cluster: roles, extensions, definitions, data, then what is built on it.
 *
 * <p>Data is loaded, and indexes, constraints and materialized views are built, by the clones' own
 * role: both run functions of the source, which must not run as a superuser of this machine.
 */
final class DatabaseLoad {
  private static final String TEMPLATE = "template1";

  private final ImportCluster cluster;
  private final Machine machine;
  private final Staging staging;
  private final SourceFacts facts;
  private final StepReport report;

  DatabaseLoad(
      ImportCluster cluster,
      Machine machine,
      Staging staging,
      SourceFacts facts,
      StepReport report) {
    this.cluster = cluster;
    this.machine = machine;
    this.staging = staging;
    this.facts = facts;
    this.report = report;
  }

  /** Loads all of it. */
  void run(Restore restore) throws SQLException {
    TargetDatabase target = new TargetDatabase(facts, report);
    createDatabase(target);
    List<TocEntry> contents = restore.contents();
    try (Connection connection = cluster.connect(facts.database())) {
      ExtensionChoice extensions = ExtensionChoice.of(connection, facts, report);
      RestorePlan plan = new RestorePlan(contents, extensions.leftOut());
      plan.warnings().forEach(report::warn);
      define(restore, plan, connection);
      new Handover(connection, report).run();
      fill(restore, plan, connection, extensions.kept());
      target.describe(connection);
    }
  }

  private void createDatabase(TargetDatabase target) throws SQLException {
    try (Connection template = cluster.connect(TEMPLATE)) {
      new TargetRoles(facts, report).create(template);
      target.create(template);
    }
  }

  private void define(Restore restore, RestorePlan plan, Connection connection) {
    try (LibpqService admin = service(AdminRole.NAME, machine.admin().password())) {
      warn(restore.run(admin, "pre-data", 1, plan.contents(), plan::isExtension, "extensions"));
      List<RestoreLog.Loss> losses =
          restore.run(admin, "pre-data", 1, plan.contents(), plan::isDefinition, "definitions");
      requireTables(losses, plan);
      warn(losses);
    }
  }

  private void fill(
      Restore restore, RestorePlan plan, Connection connection, List<Extension> extensions)
      throws SQLException {
    String password = Passwords.random();
    setPassword(connection, "'" + Passwords.verifier(password) + "'");
    ExtensionTables tables = new ExtensionTables(extensions);
    Sql.runAll(connection, tables.open());
    try (LibpqService role = service(AdminRole.CLONE_ROLE, password)) {
      warn(restore.run(role, "pre-data", 1, plan.contents(), plan::isLargeObject, "large objects"));
      requireAll(data(restore, role, plan));
      warn(
          restore.run(
              role,
              "post-data",
              machine.jobs(),
              plan.contents(),
              plan::isBuilt,
              "indexes and constraints built"));
    }
    Sql.runAll(connection, tables.close());
    setPassword(connection, "NULL");
  }

  private List<RestoreLog.Loss> data(Restore restore, LibpqService role, RestorePlan plan) {
    return restore.run(
        role, "data", machine.jobs(), plan.contents(), plan::isData, "tables loaded");
  }

  private LibpqService service(String user, String password) {
    return LibpqService.write(
        staging, "target", cluster.parameters(facts.database(), user), password);
  }

  private static void setPassword(Connection connection, String literal) throws SQLException {
    Sql.run(connection, "ALTER ROLE %s PASSWORD %s".formatted(AdminRole.CLONE_ROLE, literal));
  }

  private void warn(List<RestoreLog.Loss> losses) {
    losses.stream().map(RestoreLog.Loss::describe).forEach(report::warn);
  }

  /** A definition that is lost takes the table's data with it. */
  private static void requireTables(List<RestoreLog.Loss> losses, RestorePlan plan) {
    losses.stream()
        .filter(loss -> loss.entry() != null && plan.hasData(loss.entry()))
        .findFirst()
        .ifPresent(
            loss -> {
              throw new DataPlaneException(loss.describe() + hint(loss.reason()));
            });
  }

  private static void requireAll(List<RestoreLog.Loss> losses) {
    losses.stream()
        .findFirst()
        .ifPresent(
            loss -> {
              throw new DataPlaneException(loss.describe() + hint(loss.reason()));
            });
  }

  private static String hint(String reason) {
    if (reason.contains("collation")) {
      return "; install that locale on this machine (as with locale-gen) and import again";
    }
    return reason.contains("does not exist")
        ? "; an extension that this machine lacks may be why: see the import's warnings"
        : "";
  }
}
