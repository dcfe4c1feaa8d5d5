package dev.goldenrod.console.browser;

import dev.goldenrod.console.ServedConsole;
import dev.goldenrod.control.ControlPlane;
import dev.goldenrod.control.Imports;
import dev.goldenrod.control.Instances;
import dev.goldenrod.control.Pools;
import dev.goldenrod.control.Sources;
import dev.goldenrod.imports.ImportJob;
import dev.goldenrod.imports.ImportPhase;
import dev.goldenrod.instance.Instance;
import dev.goldenrod.instance.InstanceSize;
import dev.goldenrod.instance.Ttl;
import dev.goldenrod.member.Actor;
import dev.goldenrod.member.Role;
import dev.goldenrod.pool.PoolState;
import dev.goldenrod.source.Source;
import dev.goldenrod.source.SourceKind;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;

/** The pages of a console in which there is something of each kind. */
public final class PagesWithData {
  private final ControlPlane control;
  private final Actor admin;
  private final UUID golden;
  private final Instance clone;
  private final Source source;
  private final ImportJob done;
  private final ImportJob failed;
  private final ImportJob running;
  private final PoolState pool;
  private final UUID member;
  private final UUID cluster;
  private final DatabasesWithData databases;

  public PagesWithData(ServedConsole server) {
    control = server.control;
    admin = server.admin;
    golden = server.golden("shop");
    member = server.member("ann@example.com", Role.USER).userId();
    control.invites().create(admin, "bob@example.com", Role.OPERATOR, 0);
    control.tokens().create(admin, "ci", 0);
    source = source();
    done = anImport();
    server.work();
    server.dataPlane.failStep(ImportPhase.PROBING, "connection refused");
    failed = anImport();
    clone = launch("a-clone");
    pool = control.pools().create(admin, new Pools.Create("shop", 0, InstanceSize.SMALL, 2, ""));
    server.work();
    databases = new DatabasesWithData(server);
    server.dataPlane.failNextDatabase("the disk is full");
    launch("broken");
    server.work();
    cluster = control.clusters().list(admin).get(0).id();
    server.dataPlane.holdImports();
    running = anImport();
    server.work();
  }

  private Source source() {
    return control
        .sources()
        .create(
            admin,
            new Sources.Create(
                SourceKind.RDS,
                Map.of("host", "db.example.com", "dbname", "shop", "username", "app"),
                "shop-secret"));
  }

  private ImportJob anImport() {
    return control.imports().start(admin, new Imports.Start(source.id(), "shop", null, ""));
  }

  private Instance launch(String name) {
    return control
        .instances()
        .launch(
            admin, new Instances.Launch("shop", InstanceSize.SMALL, Ttl.parse("8h"), 0, "", name));
  }

  /** Returns the path of each page, in the order of the navigation. */
  public Stream<String> paths() {
    return Stream.of(
            Stream.of("/"),
            databases.paths(),
            Stream.of("/goldens", "/goldens/new", "/goldens/new?database=tea-shop"),
            Stream.of("", "/delete").map(at -> "/goldens/" + golden + at),
            Stream.of("/clones", "/clones/new", "/clones/new?golden=shop", "/clones/new?golden=x"),
            Stream.of("", "/delete", "/password", "/refresh", "/reset")
                .map(at -> "/clones/" + clone.id() + at),
            Stream.of("/pools", "/pools/new", "/pools/new?golden=shop"),
            Stream.of("", "/delete").map(at -> "/pools/" + pool.pool().id() + at),
            Stream.of("/imports", "/imports/new"),
            Stream.of(failed, running).map(job -> "/imports/" + job.id()),
            Stream.of("", "/delete").map(at -> "/imports/" + done.id() + at),
            Stream.of("/sources", "/sources/new"),
            Stream.of("", "/check", "/edit", "/delete", "/masking", "/masking/plan")
                .map(at -> "/sources/" + source.id() + at),
            Stream.of("/clusters", "/clusters/" + cluster, "/engines", "/audit", "/deleted"),
            Stream.of("/members", "/members/new", "/members/invites", "/quotas", "/settings"),
            Stream.of("", "/disable", "/remove").map(at -> "/members/" + member + at),
            Stream.of("/account", "/account/tokens", "/sign-out", "/no-such-page"))
        .flatMap(paths -> paths);
  }
}
