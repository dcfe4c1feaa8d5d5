package dev.goldenrod.console.browser;

import dev.goldenrod.console.ServedConsole;
import dev.goldenrod.control.Databases;
import dev.goldenrod.control.SnapshotSchedules;
import dev.goldenrod.control.Snapshots;
import dev.goldenrod.database.DatabaseConfig;
import dev.goldenrod.database.DatabaseSnapshot;
import dev.goldenrod.database.DatabaseType;
import dev.goldenrod.instance.Credentials;
import dev.goldenrod.member.Actor;
import java.util.stream.Stream;

/** The pages of a database with a branch, snapshots and a schedule. */
final class DatabasesWithData {
  private final DatabaseSnapshot snapshot;

  DatabasesWithData(ServedConsole server) {
    snapshot = make(server);
  }

  Stream<String> paths() {
    return Stream.of(
        "/databases",
        "/databases?q=nothing",
        "/databases/-/new",
        "/databases/tea-shop",
        "/databases/tea-shop/delete",
        "/databases/tea-shop/reset-password",
        "/databases/tea-shop/stop",
        "/databases/tea-shop/restart",
        "/databases/tea-shop/branch",
        "/databases/tea-shop/snapshot",
        "/databases/tea-shop/snapshots/" + snapshot.id() + "/branch",
        "/databases/tea-shop/snapshots/" + snapshot.id() + "/restore",
        "/databases/tea-shop/snapshots/" + snapshot.id() + "/delete",
        "/databases/tea-shop/tree",
        "/databases/tea-shop/tree?size=small",
        "/databases/tea-next",
        "/databases/tea-next/changes",
        "/databases/tea-next/restore",
        "/databases/tea-next/promote");
  }

  private static DatabaseSnapshot make(ServedConsole server) {
    Actor admin = server.admin;
    Databases databases = server.control.databases();
    databases.create(
        admin,
        new Databases.Create("tea-shop", DatabaseType.POSTGRESQL, "15", DatabaseConfig.DEFAULT));
    server.work();
    DatabaseSnapshot snapshot =
        server.control.snapshots().take(admin, "tea-shop", new Snapshots.Take("monday", "by hand"));
    server
        .control
        .snapshotSchedules()
        .put(admin, "tea-shop", SnapshotSchedules.Put.of("0 3 * * *", 7));
    databases.branch(admin, "tea-shop", new Databases.Branch("tea-next", "the next release"));
    server.work();
    Credentials login = databases.credentials(admin, databases.find(admin, "tea-next"));
    server.dataPlane.write(login, "CREATE TABLE coffee (id integer);\n\nDROP TABLE tea");
    return snapshot;
  }
}
