package dev.goldenrod.http;

import dev.goldenrod.cluster.ClusterKind;
import dev.goldenrod.control.CreatePool;
import dev.goldenrod.instance.GoldenRef;
import dev.goldenrod.instance.Instance;
import dev.goldenrod.instance.InstanceSize;
import dev.goldenrod.instance.InstanceSpec;
import dev.goldenrod.instance.Ttl;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/** The clusters and pools that rows of the table speak of. */
final class Stock {
  private final World world;
  private final Fixtures fixtures;
  private String warmGolden = "";

  Stock(World world, Fixtures fixtures) {
    this.world = world;
    this.fixtures = fixtures;
  }

  /** A thing of that name, or empty when the name is not one of a cluster or a pool. */
  Optional<String> of(String name) {
    return Optional.ofNullable(
        switch (name) {
          case "embedded" -> embedded().toString();
          case "agent" -> agent(fixtures.of("new")).toString();
          case "agentName" -> agentName();
          case "busyAgent" -> busyAgent().toString();
          case "pool" -> pool(fixtures.of("lineage"), 1).toString();
          case "pooled" -> pooled();
          case "warm" -> warm().toString();
          case "warmGolden" -> warmGolden();
          default -> null;
        });
  }

  private UUID embedded() {
    return world.control.clusters().list(world.admin).stream()
        .filter(cluster -> cluster.kind() == ClusterKind.EMBEDDED)
        .findFirst()
        .orElseThrow()
        .id();
  }

  private UUID agent(String name) {
    return world.control.clusters().create(world.admin, name).cluster().id();
  }

  private String agentName() {
    String name = fixtures.of("new");
    agent(name);
    return name;
  }

  private UUID busyAgent() {
    UUID cluster = agent(fixtures.of("new"));
    Instant now = world.clock.instant();
    GoldenRef shop = new GoldenRef(UUID.fromString(fixtures.of("shop")), "shop", 2);
    InstanceSpec spec =
        InstanceSpec.create(shop, "far-away", InstanceSize.SMALL, Ttl.parse("8h"), now);
    Instance instance =
        Instance.launched(
            UUID.randomUUID(), world.admin.orgId(), world.admin.userId(), cluster, spec, now);
    world.store.useTransaction(tx -> tx.instances().insert(instance));
    return cluster;
  }

  private UUID pool(String golden, int target) {
    CreatePool command = new CreatePool(golden, 0, "", target);
    return world.control.pools().create(world.admin, command).pool().id();
  }

  private String pooled() {
    UUID pool = pool(fixtures.of("lineage"), 1);
    return world.control.pools().find(world.admin, pool).pool().goldenId().toString();
  }

  private UUID warm() {
    warmGolden = fixtures.of("lineage");
    UUID pool = pool(warmGolden, 2);
    world.workUntil(() -> world.control.pools().find(world.admin, pool).ready() == 2);
    return pool;
  }

  private String warmGolden() {
    warm();
    return warmGolden;
  }
}
