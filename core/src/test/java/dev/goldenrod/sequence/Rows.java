package dev.goldenrod.sequence;

import dev.goldenrod.audit.AuditEvent;
import dev.goldenrod.cluster.Cluster;
import dev.goldenrod.golden.Golden;
import dev.goldenrod.golden.GoldenSummary;
import dev.goldenrod.golden.GoldenVersion;
import dev.goldenrod.imports.ImportJob;
import dev.goldenrod.instance.Instance;
import dev.goldenrod.member.Invite;
import dev.goldenrod.member.User;
import dev.goldenrod.pool.Pool;
import dev.goldenrod.port.Transaction;
import dev.goldenrod.quota.Quota;
import dev.goldenrod.source.Source;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;

/**
 * All rows of both organizations at one time.
 *
 * @param versions by golden and number
 * @param audit the newest events of each organization, newest first
 */
record Rows(
    Map<UUID, Instance> instances,
    Map<UUID, ImportJob> imports,
    Map<UUID, Golden> goldens,
    Map<VersionKey, GoldenVersion> versions,
    Map<UUID, Source> sources,
    Map<UUID, Pool> pools,
    Map<UUID, User> users,
    Map<UUID, Invite> invites,
    Map<UUID, Cluster> clusters,
    Map<UUID, Quota> quotas,
    Map<UUID, List<AuditEvent>> audit) {
  private static final int NEWEST = 40;

  record VersionKey(UUID golden, int number) {}

  static Rows of(Simulation simulation) {
    List<UUID> orgs = List.of(simulation.ownOrg, simulation.otherOrg);
    return simulation.rows.inTransaction(tx -> read(tx, orgs));
  }

  private static Rows read(Transaction tx, List<UUID> orgs) {
    Map<UUID, Golden> goldens = all(orgs, org -> goldens(tx, org), Golden::id);
    Map<VersionKey, GoldenVersion> versions = new LinkedHashMap<>();
    for (UUID golden : goldens.keySet()) {
      for (GoldenVersion version : tx.goldens().versions(golden)) {
        versions.put(new VersionKey(golden, version.number()), version);
      }
    }
    return new Rows(
        all(orgs, tx.instances()::list, Instance::id),
        all(orgs, tx.imports()::list, ImportJob::id),
        goldens,
        versions,
        all(orgs, tx.sources()::list, Source::id),
        all(orgs, tx.pools()::list, Pool::id),
        all(orgs, tx.users()::list, User::id),
        all(orgs, tx.invites()::list, Invite::id),
        all(orgs, tx.clusters()::list, Cluster::id),
        all(orgs, org -> List.of(tx.quotas().get(org)), Quota::orgId),
        audit(tx, orgs));
  }

  private static List<Golden> goldens(Transaction tx, UUID org) {
    return tx.goldens().list(org).stream().map(GoldenSummary::golden).toList();
  }

  private static <T> Map<UUID, T> all(
      List<UUID> orgs, Function<UUID, List<T>> list, Function<T, UUID> id) {
    Map<UUID, T> rows = new LinkedHashMap<>();
    orgs.forEach(org -> list.apply(org).forEach(row -> rows.put(id.apply(row), row)));
    return rows;
  }

  private static Map<UUID, List<AuditEvent>> audit(Transaction tx, List<UUID> orgs) {
    Map<UUID, List<AuditEvent>> newest = new LinkedHashMap<>();
    orgs.forEach(org -> newest.put(org, tx.audit().list(org, null, NEWEST)));
    return newest;
  }

  /** Returns the events that were appended since the earlier rows. */
  List<AuditEvent> auditedSince(Rows before) {
    List<AuditEvent> events = new ArrayList<>();
    audit.forEach(
        (org, newestFirst) -> {
          List<AuditEvent> known = before.audit.getOrDefault(org, List.of());
          newestFirst.stream().takeWhile(event -> !known.contains(event)).forEach(events::add);
        });
    return events;
  }
}
