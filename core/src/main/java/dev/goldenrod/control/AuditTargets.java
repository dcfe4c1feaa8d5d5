package dev.goldenrod.control;

import dev.goldenrod.audit.AuditEvent;
import dev.goldenrod.audit.AuditTarget;
import dev.goldenrod.cluster.Cluster;
import dev.goldenrod.database.Database;
import dev.goldenrod.database.DatabaseSnapshot;
import dev.goldenrod.golden.Golden;
import dev.goldenrod.imports.ImportJob;
import dev.goldenrod.instance.Instance;
import dev.goldenrod.pool.Pool;
import dev.goldenrod.port.Transaction;
import dev.goldenrod.source.Source;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Finds what audit events name and what still exists, with a query or two for each kind. */
final class AuditTargets {
  private static final String SOURCE = "source";

  private final Transaction tx;
  private final UUID orgId;
  private final Map<String, Set<UUID>> ids = new HashMap<>();
  private final Map<String, AuditTarget> found = new HashMap<>();

  AuditTargets(Transaction tx, UUID orgId, List<AuditEvent> events) {
    this.tx = tx;
    this.orgId = orgId;
    events.stream().flatMap(AuditTargets::references).forEach(this::ask);
  }

  /** Returns the event's target, and the source that an import is from. */
  private static Stream<String> references(AuditEvent event) {
    Object source = event.metadata().get(SOURCE);
    return Stream.concat(
        Stream.of(event.target()), Stream.ofNullable(source).map(id -> SOURCE + "/" + id));
  }

  private void ask(String reference) {
    int slash = reference.indexOf('/');
    if (slash > 0) {
      id(reference.substring(slash + 1))
          .ifPresent(
              id ->
                  ids.computeIfAbsent(reference.substring(0, slash), kind -> new TreeSet<>())
                      .add(id));
    }
  }

  private static Optional<UUID> id(String text) {
    try {
      return Optional.of(UUID.fromString(text));
    } catch (IllegalArgumentException noId) {
      return Optional.empty();
    }
  }

  Map<String, AuditTarget> find() {
    add(
        "instance",
        asked -> tx.instances().findAll(orgId, asked),
        Instance::id,
        one -> Objects.requireNonNullElse(one.name(), ""));
    add("database", this::databases, Database::id, Database::name);
    add("golden", this::goldens, Golden::id, Golden::name);
    add("import", asked -> tx.imports().findAll(orgId, asked), ImportJob::id, AuditTargets::name);
    add("pool", asked -> tx.pools().list(orgId), Pool::id, Pool::golden);
    add(SOURCE, asked -> tx.sources().list(orgId), Source::id, AuditTargets::name);
    add("cluster", asked -> tx.clusters().list(orgId), Cluster::id, Cluster::name);
    addSnapshots();
    return found;
  }

  private <R> void add(
      String kind,
      Function<Set<UUID>, List<R>> query,
      Function<R, UUID> id,
      Function<R, String> name) {
    Set<UUID> asked = ids.getOrDefault(kind, Set.of());
    if (!asked.isEmpty()) {
      query
          .apply(asked)
          .forEach(row -> found.put(kind + "/" + id.apply(row), target(name.apply(row), "")));
    }
  }

  private void addSnapshots() {
    Set<UUID> asked = ids.getOrDefault("snapshot", Set.of());
    List<DatabaseSnapshot> snapshots =
        asked.isEmpty() ? List.of() : tx.databases().findSnapshots(orgId, asked);
    Map<UUID, String> names =
        databases(snapshots.stream().map(DatabaseSnapshot::databaseId).toList()).stream()
            .collect(Collectors.toMap(Database::id, Database::name));
    snapshots.forEach(
        one ->
            found.put(
                "snapshot/" + one.id(),
                target(one.name(), names.getOrDefault(one.databaseId(), ""))));
  }

  private List<Database> databases(Collection<UUID> asked) {
    return asked.isEmpty()
        ? List.of()
        : tx.databases().findAll(orgId, asked).stream().filter(one -> !one.isDeleted()).toList();
  }

  private List<Golden> goldens(Collection<UUID> asked) {
    return tx.goldens().findAll(orgId, asked).stream().filter(one -> !one.isDeleted()).toList();
  }

  private static AuditTarget target(String name, String database) {
    return new AuditTarget(name, database);
  }

  private static String name(ImportJob job) {
    return job.golden() + ", version " + job.version();
  }

  private static String name(Source source) {
    return Stream.of("host", "dbname")
        .map(source.config()::get)
        .filter(Objects::nonNull)
        .map(Object::toString)
        .collect(Collectors.joining("/"));
  }
}
