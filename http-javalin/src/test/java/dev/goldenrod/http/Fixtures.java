package dev.goldenrod.http;

import dev.goldenrod.control.CreateSource;
import dev.goldenrod.control.LaunchInstance;
import dev.goldenrod.control.RegisterVersion;
import dev.goldenrod.control.StartImport;
import dev.goldenrod.imports.ImportPhase;
import dev.goldenrod.instance.InstancePhase;
import dev.goldenrod.member.Actor;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The things that rows of the table speak of. All but {@code shop} and {@code hidden} are made anew
 * whenever they are asked for.
 */
final class Fixtures {
  /** An id that nothing has. */
  static final String NONE = "0f0e0d0c-0b0a-4908-8706-050403020100";

  private static final AtomicInteger COUNTER = new AtomicInteger();

  private final World world;
  private final People people;
  private final Stock stock;
  private String busyJob = "";

  /** The goldens: shop has versions 1 and 2 and is everybody's, hidden has 1 and is for admins. */
  Fixtures(World world) {
    this.world = world;
    people = new People(world);
    stock = new Stock(world, this);
    UUID shop = register("shop");
    register("shop");
    world.control.goldens().share(world.admin, shop, true);
    register("hidden");
  }

  String of(String name) {
    return people.of(name).or(() -> stock.of(name)).orElseGet(() -> thing(name));
  }

  private String thing(String name) {
    return switch (name) {
      case "none" -> NONE;
      case "new" -> "g" + COUNTER.incrementAndGet();
      case "shop" -> golden("shop");
      case "hidden" -> golden("hidden");
      case "golden" -> register("g" + COUNTER.incrementAndGet()).toString();
      case "parent" -> parent().toString();
      case "built" -> goldenOf(job(InImport.DONE));
      case "unbuilt" -> goldenOf(job(InImport.FAILED));
      case "mine" -> ready(world.ann, "shop").toString();
      case "yours" -> ready(world.bob, "shop").toString();
      case "admins" -> ready(world.admin, "shop").toString();
      case "pending" -> launch(world.ann, "shop").toString();
      case "dying" -> dying().toString();
      case "source" -> importable().toString();
      case "s3" -> source("s3", Map.of("host", "h", "dbname", "d"), "creds").toString();
      case "hostless" -> source("rds", Map.of("dbname", "d"), "creds").toString();
      case "dbless" -> source("rds", Map.of("host", "h"), "creds").toString();
      case "secretless" -> source("rds", Map.of("host", "h", "dbname", "d"), "").toString();
      case "job" -> job(InImport.DONE).toString();
      case "failedJob" -> job(InImport.FAILED).toString();
      case "running" -> job(InImport.RUNNING).toString();
      case "runningGolden" -> runningGolden();
      case "busy" -> busy().toString();
      case "busyJob" -> busyJob;
      case "lineage" -> lineage("postgres");
      case "mysqlLineage" -> lineage("mysql");
      default -> throw new IllegalArgumentException("no fixture " + name);
    };
  }

  private String lineage(String substrate) {
    String name = "g" + COUNTER.incrementAndGet();
    register(name, substrate);
    return name;
  }

  private UUID register(String name) {
    return register(name, "postgres");
  }

  private UUID register(String name, String substrate) {
    RegisterVersion command = new RegisterVersion(name, substrate, "nightly", "vsc-" + name, 7);
    return world.control.goldens().register(world.admin, command).goldenId();
  }

  private String golden(String name) {
    return world.control.goldens().list(world.admin).stream()
        .filter(summary -> summary.golden().name().equals(name))
        .map(summary -> summary.golden().id().toString())
        .findFirst()
        .orElseThrow();
  }

  private UUID parent() {
    String name = "g" + COUNTER.incrementAndGet();
    UUID golden = register(name);
    ready(world.admin, name);
    return golden;
  }

  UUID launch(Actor actor, String golden) {
    LaunchInstance command = new LaunchInstance(golden, "", "8h", 0);
    return world.control.instances().launch(actor, command).id();
  }

  UUID ready(Actor actor, String golden) {
    UUID id = launch(actor, golden);
    world.workUntil(() -> world.control.instances().find(actor, id).phase() == InstancePhase.READY);
    return id;
  }

  private UUID busy() {
    UUID source = importable();
    StartImport command = new StartImport(source, "g" + COUNTER.incrementAndGet(), null);
    busyJob = world.control.imports().start(world.admin, command).id().toString();
    return source;
  }

  private String runningGolden() {
    UUID job = job(InImport.RUNNING);
    return world.control.imports().find(world.admin, job).golden();
  }

  private UUID dying() {
    UUID id = ready(world.ann, "shop");
    world.control.instances().destroy(world.ann, id);
    return id;
  }

  UUID importable() {
    return source("rds", Map.of("host", "db.example", "dbname", "shop"), "creds");
  }

  private UUID source(String kind, Map<String, @Nullable Object> config, String secret) {
    CreateSource command = new CreateSource(kind, config, secret);
    return world.control.sources().create(world.admin, command).id();
  }

  private enum InImport {
    RUNNING,
    DONE,
    FAILED
  }

  private UUID job(InImport wanted) {
    if (wanted == InImport.FAILED) {
      world.dataPlane.failStep(ImportPhase.PROBING, "the source is down");
    }
    StartImport command = new StartImport(importable(), "g" + COUNTER.incrementAndGet(), null);
    UUID id = world.control.imports().start(world.admin, command).id();
    if (wanted != InImport.RUNNING) {
      world.workUntil(() -> world.control.imports().find(world.admin, id).phase().isTerminal());
    }
    return id;
  }

  private String goldenOf(UUID job) {
    return world.control.imports().find(world.admin, job).goldenId().toString();
  }
}
