package dev.goldenrod.storage.jdbi;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.control.Clusters;
import dev.goldenrod.control.ControlPlane;
import dev.goldenrod.control.Goldens;
import dev.goldenrod.control.Imports;
import dev.goldenrod.control.Instances;
import dev.goldenrod.control.Invites;
import dev.goldenrod.control.Session;
import dev.goldenrod.control.Sessions;
import dev.goldenrod.control.Sources;
import dev.goldenrod.control.Tokens;
import dev.goldenrod.golden.Substrate;
import dev.goldenrod.imports.ImportPhase;
import dev.goldenrod.instance.Credentials;
import dev.goldenrod.instance.Instance;
import dev.goldenrod.instance.InstanceSize;
import dev.goldenrod.instance.Ttl;
import dev.goldenrod.member.Actor;
import dev.goldenrod.member.Role;
import dev.goldenrod.port.Store;
import dev.goldenrod.source.SourceKind;
import dev.goldenrod.testing.FakeDataPlane;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * A process that makes every call that takes or returns a secret, on the store in a file, and
 * writes the secrets to another file.
 */
final class SecretCalls {
  static final String EMAIL = "ada@example.com";
  private static final Duration PATIENCE = Duration.ofMinutes(8);

  private final List<String> secrets = new ArrayList<>();
  private final FakeDataPlane dataPlane = new FakeDataPlane();
  private final ControlPlane control;

  private SecretCalls(Store store) {
    control = ControlPlane.builder().store(store).dataPlane(dataPlane).build().start();
  }

  public static void main(String[] args) throws IOException {
    try (Store store = JdbiStore.h2(Path.of(args[0]))) {
      SecretCalls calls = new SecretCalls(store);
      calls.makeAll();
      calls.control.close();
      Files.write(Path.of(args[1]), calls.secrets);
    }
  }

  private void makeAll() {
    control.members().letAdminIn(secret(Tokens.newToken()));
    control.members().setBootstrapToken(made("admin-token-of-the-environment"));
    Actor admin = control.admin();
    useAccounts(admin);
    Clusters.Created cluster = control.clusters().create(admin, "agent");
    secret(cluster.agentToken());
    secret(control.clusters().renewToken(admin, cluster.cluster().id()));
    useSources(admin);
    useInstances(admin);
  }

  private void useAccounts(Actor admin) {
    Invites.Created invite = control.invites().create(admin, EMAIL, Role.USER, 0);
    String first = made("first-password");
    Session accepted =
        control.invites().accept(new Invites.Accept(secret(invite.secret()), first, "Ada"));
    Actor ada = control.members().authenticate(secret(accepted.token()));
    String second = made("second-password");
    control.sessions().changeProfile(ada, new Sessions.ChangeProfile(null, second, first));
    refused(() -> control.sessions().login(EMAIL, made("wrong-password")));
    refused(() -> control.sessions().login(made("password-typed-as-address"), second));
    refused(() -> control.members().authenticate(made("unknown-token")));
    Session login = control.sessions().login(EMAIL, second);
    secret(control.tokens().create(ada, "script", 0).secret());
    control.sessions().logout(ada, secret(login.token()));
    String pending = secret(control.invites().create(admin, EMAIL, Role.USER, 0).secret());
    refused(() -> control.invites().accept(new Invites.Accept(pending, first, "Ada again")));
  }

  private void useSources(Actor admin) {
    String misplaced = made("password-in-a-config");
    refused(
        () ->
            control
                .sources()
                .create(
                    admin,
                    new Sources.Create(SourceKind.RDS, Map.of("password", misplaced), "secret")));
    Sources.Create source =
        new Sources.Create(SourceKind.RDS, Map.of("host", "db", "dbname", "shop"), "secret");
    UUID id = control.sources().create(admin, source).id();
    dataPlane.failStep(ImportPhase.IMPORTING, "the source went away");
    UUID job = control.imports().start(admin, new Imports.Start(id, "crm", null)).id();
    control.imports().awaitSettled(admin, job, PATIENCE).join();
  }

  private void useInstances(Actor admin) {
    control
        .goldens()
        .register(admin, new Goldens.RegisterVersion("shop", Substrate.POSTGRES, "", "handle", 0));
    Instance instance =
        control
            .instances()
            .launch(admin, new Instances.Launch("shop", InstanceSize.SMALL, Ttl.parse("1h"), 0));
    control.instances().awaitSettled(admin, instance.id(), PATIENCE).join();
    Credentials credentials = control.instances().credentials(admin, instance.id());
    secret(credentials.password());
    secret(credentials.uri());
    dataPlane.goOffline();
    refused(() -> control.instances().credentials(admin, instance.id()));
  }

  private String made(String name) {
    return secret(name + "-" + UUID.randomUUID());
  }

  private String secret(String value) {
    secrets.add(value);
    return value;
  }

  private static void refused(Runnable call) {
    try {
      call.run();
    } catch (ControlPlaneException refusal) {
      System.out.println("refused: " + refusal.getMessage());
      return;
    }
    throw new AssertionError("the call was not refused");
  }
}
