package dev.goldenrod.http.testkit;

import dev.goldenrod.control.Goldens;
import dev.goldenrod.control.Imports;
import dev.goldenrod.control.Instances;
import dev.goldenrod.control.Masking;
import dev.goldenrod.control.Sources;
import dev.goldenrod.golden.Substrate;
import dev.goldenrod.imports.ImportPhase;
import dev.goldenrod.instance.InstancePhase;
import dev.goldenrod.instance.InstanceSize;
import dev.goldenrod.instance.Ttl;
import dev.goldenrod.member.Actor;
import dev.goldenrod.source.SourceKind;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Fixtures of the rows; all but {@code shop} and {@code hidden} are new on each use. */
final class Fixtures {
  static final String NONE = "0f0e0d0c-0b0a-4908-8706-050403020100";

  private static final AtomicInteger COUNTER = new AtomicInteger();

  private final TestServer server;
  private final MemberFixtures members;
  private final ClusterFixtures clusters;
  private final DatabaseFixtures databases;
  private String busyJob = "";

  /** Registers shop with versions 1 and 2 for everybody, and hidden with 1 for admins. */
  Fixtures(TestServer server) {
    this.server = server;
    members = new MemberFixtures(server);
    clusters = new ClusterFixtures(server, this);
    databases = new DatabaseFixtures(server);
    UUID shop = register("shop");
    register("shop");
    server.control.goldens().share(server.admin, shop, true);
    register("hidden");
  }

  String of(String name) {
    return members
        .of(name)
        .or(() -> clusters.of(name))
        .or(() -> databases.of(name))
        .orElseGet(() -> thing(name));
  }

  private String thing(String name) {
    return switch (name) {
      case "none" -> NONE;
      case "new" -> "g" + COUNTER.incrementAndGet();
      case "shop" -> golden("shop");
      case "hidden" -> golden("hidden");
      case "golden" -> register("g" + COUNTER.incrementAndGet()).toString();
      case "guarded" -> guarded().toString();
      case "parent" -> parent().toString();
      case "built" -> goldenOf(job(InImport.DONE));
      case "unbuilt" -> goldenOf(job(InImport.FAILED));
      case "mine" -> ready(server.ann, "shop").toString();
      case "yours" -> ready(server.bob, "shop").toString();
      case "admins" -> ready(server.admin, "shop").toString();
      case "named" -> named();
      case "pending" -> launch(server.ann, "shop").toString();
      case "dying" -> dying().toString();
      case "source" -> importable().toString();
      case "ruled" -> ruled().toString();
      case "masked" -> masked();
      case "maskedClone" -> ready(server.admin, maskedName()).toString();
      case "unmasked" -> unmasked();
      case "placed" -> placed().toString();
      case "s3" -> source(SourceKind.S3, Map.of("host", "h", "dbname", "d"), "creds").toString();
      case "hostless" -> source(SourceKind.RDS, Map.of("dbname", "d"), "creds").toString();
      case "dbless" -> source(SourceKind.RDS, Map.of("host", "h"), "creds").toString();
      case "secretless" ->
          source(SourceKind.RDS, Map.of("host", "h", "dbname", "d"), "").toString();
      case "job" -> job(InImport.DONE).toString();
      case "failedJob" -> job(InImport.FAILED).toString();
      case "running" -> job(InImport.RUNNING).toString();
      case "runningGolden" -> runningGolden();
      case "imported" -> imported();
      case "busy" -> busy().toString();
      case "busyJob" -> busyJob;
      case "lineage" -> lineage(Substrate.POSTGRES);
      case "mysqlLineage" -> lineage(Substrate.MYSQL);
      default -> throw new IllegalArgumentException("no fixture " + name);
    };
  }

  private String lineage(Substrate substrate) {
    String name = "g" + COUNTER.incrementAndGet();
    register(name, substrate);
    return name;
  }

  private UUID register(String name) {
    return register(name, Substrate.POSTGRES);
  }

  private UUID register(String name, Substrate substrate) {
    Goldens.RegisterVersion command =
        new Goldens.RegisterVersion(name, substrate, "nightly", "vsc-" + name, 7);
    return server.control.goldens().register(server.admin, command).goldenId();
  }

  private String golden(String name) {
    return server.control.goldens().list(server.admin).stream()
        .filter(summary -> summary.golden().name().equals(name))
        .map(summary -> summary.golden().id().toString())
        .findFirst()
        .orElseThrow();
  }

  private UUID guarded() {
    UUID golden = register("g" + COUNTER.incrementAndGet());
    server.control.goldens().protect(server.admin, golden, true);
    return golden;
  }

  private UUID parent() {
    String name = "g" + COUNTER.incrementAndGet();
    UUID golden = register(name);
    ready(server.admin, name);
    return golden;
  }

  UUID launch(Actor actor, String golden) {
    Instances.Launch command = new Instances.Launch(golden, InstanceSize.SMALL, Ttl.parse("8h"), 0);
    return server.control.instances().launch(actor, command).id();
  }

  private String named() {
    Instances.Launch command =
        Instances.Launch.latest("shop", Ttl.parse("8h")).named("n" + COUNTER.incrementAndGet());
    return server.control.instances().launch(server.ann, command).name();
  }

  UUID ready(Actor actor, String golden) {
    UUID id = launch(actor, golden);
    server.workUntil(
        () -> server.control.instances().find(actor, id).phase() == InstancePhase.READY);
    return id;
  }

  private UUID busy() {
    UUID source = importable();
    Imports.Start command = new Imports.Start(source, "g" + COUNTER.incrementAndGet(), null);
    busyJob = server.control.imports().start(server.admin, command).id().toString();
    return source;
  }

  private String imported() {
    return server.control.imports().find(server.admin, job(InImport.DONE)).golden();
  }

  private String runningGolden() {
    UUID job = job(InImport.RUNNING);
    return server.control.imports().find(server.admin, job).golden();
  }

  private UUID dying() {
    UUID id = ready(server.ann, "shop");
    server.control.instances().delete(server.ann, id);
    return id;
  }

  UUID importable() {
    return source(SourceKind.RDS, Map.of("host", "db.example", "dbname", "shop"), "creds");
  }

  private UUID ruled() {
    UUID source = importable();
    Masking.Put command = new Masking.Put(source, "version: 1\n", null);
    server.control.masking().put(server.admin, command);
    return source;
  }

  private String maskedName() {
    return server.control.imports().find(server.admin, done(ruled())).golden();
  }

  private String masked() {
    return goldenOf(done(ruled()));
  }

  /** Returns the name of a golden that requires masking, of which no version is masked. */
  private String unmasked() {
    String name = "g" + COUNTER.incrementAndGet();
    server.control.goldens().requireMasking(server.admin, register(name), true);
    return name;
  }

  private UUID placed() {
    Map<String, @Nullable Object> config =
        Map.of("host", "db.example", "dbname", "shop", "cluster", of("embeddedName"));
    return source(SourceKind.RDS, config, "creds");
  }

  private UUID source(SourceKind kind, Map<String, @Nullable Object> config, String secret) {
    Sources.Create command = new Sources.Create(kind, config, secret);
    return server.control.sources().create(server.admin, command).id();
  }

  private enum InImport {
    RUNNING,
    DONE,
    FAILED
  }

  private UUID job(InImport wanted) {
    if (wanted == InImport.FAILED) {
      server.dataPlane.failStep(ImportPhase.PROBING, "the source is down");
    }
    UUID id = start(importable());
    if (wanted != InImport.RUNNING) {
      awaitEnd(id);
    }
    return id;
  }

  private UUID done(UUID source) {
    UUID id = start(source);
    awaitEnd(id);
    return id;
  }

  private UUID start(UUID source) {
    Imports.Start command = new Imports.Start(source, "g" + COUNTER.incrementAndGet(), null);
    return server.control.imports().start(server.admin, command).id();
  }

  private void awaitEnd(UUID id) {
    server.workUntil(() -> server.control.imports().find(server.admin, id).phase().isTerminal());
  }

  private String goldenOf(UUID job) {
    return server.control.imports().find(server.admin, job).goldenId().toString();
  }
}
