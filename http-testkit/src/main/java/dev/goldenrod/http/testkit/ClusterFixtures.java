package dev.goldenrod.http.testkit;

import dev.goldenrod.cluster.Cluster;
import dev.goldenrod.cluster.ClusterKind;
import dev.goldenrod.cluster.DataPlaneKind;
import dev.goldenrod.cluster.DataPlaneRelease;
import dev.goldenrod.control.Pools;
import dev.goldenrod.golden.GoldenRef;
import dev.goldenrod.instance.Instance;
import dev.goldenrod.instance.InstanceSize;
import dev.goldenrod.instance.InstanceSpec;
import dev.goldenrod.instance.Ttl;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/** Fixtures for clusters and pools. */
final class ClusterFixtures {
  private final TestServer server;
  private final Fixtures fixtures;
  private String warmGolden = "";

  ClusterFixtures(TestServer server, Fixtures fixtures) {
    this.server = server;
    this.fixtures = fixtures;
  }

  /** Returns the fixture of a name; empty if it is not one of a cluster or a pool. */
  Optional<String> of(String name) {
    return Optional.ofNullable(
        switch (name) {
          case "embedded" -> embedded().toString();
          case "embeddedName" -> embeddedName();
          case "agent" -> agent(fixtures.of("new")).toString();
          case "agentName" -> agentName();
          case "awayAgent" -> awayAgent().toString();
          case "busyAgent" -> busyAgent().toString();
          case "pool" -> pool(fixtures.of("lineage"), 1).toString();
          case "pooled" -> pooled();
          case "warm" -> warm().toString();
          case "warmGolden" -> warmGolden();
          default -> null;
        });
  }

  private UUID embedded() {
    return server.control.clusters().list(server.admin).stream()
        .filter(cluster -> cluster.kind() == ClusterKind.EMBEDDED)
        .findFirst()
        .orElseThrow()
        .id();
  }

  private String embeddedName() {
    return server.control.clusters().find(server.admin, embedded()).name();
  }

  private UUID agent(String name) {
    return server.control.clusters().create(server.admin, name).cluster().id();
  }

  private UUID awayAgent() {
    Cluster known =
        server
            .control
            .clusters()
            .create(server.admin, fixtures.of("new"))
            .cluster()
            .withDataPlane(new DataPlaneRelease(DataPlaneKind.KUBERNETES, "0.1.0"));
    server.store.useTransaction(tx -> tx.clusters().update(known));
    return known.id();
  }

  private String agentName() {
    String name = fixtures.of("new");
    agent(name);
    return name;
  }

  private UUID busyAgent() {
    UUID cluster = agent(fixtures.of("new"));
    Instant now = server.clock.instant();
    GoldenRef shop = GoldenRef.unmasked(UUID.fromString(fixtures.of("shop")), "shop", 2);
    InstanceSpec spec =
        InstanceSpec.create(shop, "far-away", InstanceSize.SMALL, Ttl.parse("8h"), now);
    Instance instance =
        Instance.launched(
            UUID.randomUUID(), server.admin.orgId(), server.admin.userId(), cluster, spec, now);
    server.store.useTransaction(tx -> tx.instances().insert(instance));
    return cluster;
  }

  private UUID pool(String golden, int target) {
    Pools.Create command = new Pools.Create(golden, 0, InstanceSize.SMALL, target);
    return server.control.pools().create(server.admin, command).pool().id();
  }

  private String pooled() {
    UUID pool = pool(fixtures.of("lineage"), 1);
    return server.control.pools().find(server.admin, pool).pool().goldenId().toString();
  }

  private UUID warm() {
    warmGolden = fixtures.of("lineage");
    UUID pool = pool(warmGolden, 2);
    server.workUntil(() -> server.control.pools().find(server.admin, pool).ready() == 2);
    return pool;
  }

  private String warmGolden() {
    warm();
    return warmGolden;
  }
}
