package dev.goldenrod.console.browser;

import dev.goldenrod.console.ServedConsole;
import dev.goldenrod.console.figure.LaunchMinute;
import dev.goldenrod.control.ControlPlane;
import dev.goldenrod.control.Databases;
import dev.goldenrod.control.Goldens;
import dev.goldenrod.control.Imports;
import dev.goldenrod.control.Instances;
import dev.goldenrod.control.Snapshots;
import dev.goldenrod.control.Sources;
import dev.goldenrod.database.DatabaseConfig;
import dev.goldenrod.database.DatabaseType;
import dev.goldenrod.golden.Substrate;
import dev.goldenrod.instance.InstanceSize;
import dev.goldenrod.instance.Ttl;
import dev.goldenrod.member.Actor;
import dev.goldenrod.member.Role;
import dev.goldenrod.source.SourceKind;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The console of a small team, as pictures in the docs show it. */
final class PicturedConsole {
  private static final long MIB = 1L << 20;
  private static final List<Long> SIZES = List.of(900 * MIB, 1400 * MIB, 2100 * MIB, 2600 * MIB);
  private static final Duration BETWEEN_VERSIONS = Duration.ofDays(3);

  private static final List<Duration> PHASES =
      Stream.of(2, 3, 148, 9).map(Duration::ofSeconds).toList();

  private final ServedConsole server;
  private final ControlPlane control;
  private final Actor admin;
  private final Actor ann;
  private final Actor ben;
  private final UUID golden;
  private final UUID importing;

  PicturedConsole(ServedConsole server) {
    this.server = server;
    this.control = server.control;
    this.admin = server.admin;
    this.ann = server.member("ann@example.com", Role.OPERATOR);
    this.ben = server.member("ben@example.com", Role.USER);
    this.golden = versions();
    databases();
    this.importing = startImport();
    server.showLaunches(this::launches);
  }

  UUID golden() {
    return golden;
  }

  UUID importing() {
    return importing;
  }

  /** Starts an import that is in one of its last phases. */
  private UUID startImport() {
    UUID source =
        control
            .sources()
            .create(
                admin,
                new Sources.Create(
                    SourceKind.RDS,
                    Map.of("host", "db.example.com", "dbname", "shop", "username", "app"),
                    "shop-secret"))
            .id();
    UUID id = control.imports().start(admin, new Imports.Start(source, "shop", null, "")).id();
    for (Duration phase : PHASES) {
      control.runDueOnce();
      server.clock.advance(phase);
    }
    return id;
  }

  /** Registers a version every few days; each has clones. */
  private UUID versions() {
    UUID id = register(0);
    control.goldens().share(admin, id, true);
    for (int i = 1; i < SIZES.size(); i++) {
      launch(i % 2 == 0 ? ann : ben, "checkout-" + i);
      launch(ann, "report-" + i);
      server.clock.advance(BETWEEN_VERSIONS);
      register(i);
    }
    launch(ben, "load-test");
    server.work();
    server.dataPlane.failNextDatabase("no port is free from 15000 to 15099");
    launch(ben, "nightly");
    server.work();
    return id;
  }

  private UUID register(int version) {
    return control
        .goldens()
        .register(
            admin,
            new Goldens.RegisterVersion(
                "shop", Substrate.POSTGRES, "", "dir:/shop-" + version, SIZES.get(version)))
        .goldenId();
  }

  private void launch(Actor owner, String name) {
    control
        .instances()
        .launch(
            owner,
            new Instances.Launch("shop", InstanceSize.SMALL, Ttl.parse("720h"), 0).named(name));
    server.work();
  }

  private void databases() {
    control
        .databases()
        .create(
            ann,
            new Databases.Create("orders", DatabaseType.POSTGRESQL, "16", DatabaseConfig.DEFAULT));
    server.work();
    UUID monday = control.snapshots().take(ann, "orders", new Snapshots.Take("monday", "")).id();
    server.work();
    branch("orders", "orders-next");
    branch("orders-next", "orders-search");
    branch("orders-next", "orders-vat");
    control.databases().branch(ann, monday, new Databases.Branch("orders-fix-412", ""));
    server.work();
    control.databases().stop(ann, "orders-vat");
    server.work();
  }

  private void branch(String parent, String name) {
    control.databases().branch(ann, parent, new Databases.Branch(name, ""));
    server.work();
  }

  /** Returns an hour of launches, of which some minutes have none. */
  private List<LaunchMinute> launches() {
    Random random = new Random(1);
    return IntStream.range(0, 60)
        .mapToObj(
            minute -> {
              int number = Math.max(0, random.nextInt(9) - 3);
              return new LaunchMinute(
                  server.clock.instant().minus(Duration.ofMinutes(60L - minute)),
                  number,
                  Duration.ofMillis(number == 0 ? 0 : 140 + number * 9L),
                  Duration.ofMillis(number == 0 ? 0 : 210 + number * 31L));
            })
        .toList();
  }
}
