package dev.goldenrod.dataplane.k8s.declared;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.goldenrod.cluster.Cluster;
import dev.goldenrod.cluster.ClusterKind;
import dev.goldenrod.control.ControlPlane;
import dev.goldenrod.control.Goldens.RegisterVersion;
import dev.goldenrod.control.Members;
import dev.goldenrod.database.Database;
import dev.goldenrod.dataplane.k8s.client.ClusterApi;
import dev.goldenrod.dataplane.k8s.client.ClusterConnection;
import dev.goldenrod.dataplane.k8s.manifest.Labels;
import dev.goldenrod.dataplane.k8s.options.KubernetesOptions;
import dev.goldenrod.dataplane.k8s.options.NamespaceMembers;
import dev.goldenrod.dataplane.k8s.options.NamespaceMembers.Rule;
import dev.goldenrod.dataplane.k8s.simulated.SimulatedCluster;
import dev.goldenrod.dataplane.k8s.simulated.api.ObjectApi.DeleteOptions;
import dev.goldenrod.dataplane.k8s.simulated.api.ObjectApi.WriteScope;
import dev.goldenrod.dataplane.k8s.simulated.api.PodAccess;
import dev.goldenrod.dataplane.k8s.simulated.object.ResourceType;
import dev.goldenrod.dataplane.k8s.simulated.object.Tree;
import dev.goldenrod.dataplane.k8s.template.Templates;
import dev.goldenrod.golden.Substrate;
import dev.goldenrod.idempotency.IdempotencyRecord;
import dev.goldenrod.member.Actor;
import dev.goldenrod.member.Role;
import dev.goldenrod.testing.FakeDataPlane;
import dev.goldenrod.testing.InMemoryStore;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.awaitility.Awaitility;

/**
 * A cluster with declared Clones and Databases, a store, and servers that reconcile them as {@code
 * ci@example.com} in the namespace {@code previews} and in those that begin with {@code pr-}.
 */
final class DeclaredObjectsFixture implements AutoCloseable {
  static final String NAMESPACE = "previews";
  static final String MEMBER = "ci@example.com";

  private static final Duration RESYNC = Duration.ofSeconds(1);

  private static final NamespaceMembers MEMBERS =
      NamespaceMembers.of(
          List.of(new Rule(NAMESPACE, MEMBER), new Rule("pr-*", MEMBER)),
          "goldenrod",
          Optional.empty());

  private final SimulatedCluster cluster =
      SimulatedCluster.withoutProcesses("127.0.0.1", PodAccess.NONE);
  private final FakeDataPlane dataPlane = new FakeDataPlane();
  private final InMemoryStore store = new InMemoryStore();
  private final ControlPlane control =
      ControlPlane.builder().store(store).dataPlane(dataPlane).build().start();
  private final List<Server> servers = new ArrayList<>();
  private final Actor admin = control.admin();
  private final Actor member;

  private record Server(
      ControlPlane control,
      ClusterConnection connection,
      ClusterApi api,
      DeclaredResources resources) {
    void close() {
      resources.close();
      control.close();
      api.close();
      connection.close();
    }
  }

  DeclaredObjectsFixture() {
    cluster.createNamespace("goldenrod");
    cluster.createNamespace(NAMESPACE);
    member = control.members().add(admin, new Members.Add(MEMBER, "", Role.USER)).actor();
    RegisterVersion version = RegisterVersion.of("shop", Substrate.POSTGRES, "v1");
    control.goldens().share(admin, control.goldens().register(admin, version).goldenId(), true);
  }

  static DeclaredObjectsFixture withServer() {
    DeclaredObjectsFixture declaring = new DeclaredObjectsFixture();
    declaring.startServer();
    return declaring;
  }

  void startServer() {
    KubernetesOptions options =
        KubernetesOptions.builder().kubeconfig(cluster.kubeconfigFile()).build();
    ClusterConnection connection = ClusterConnection.open(options);
    ClusterApi api =
        ClusterApi.open(connection, options.namespace(), Labels.SELECTOR, Templates.none());
    ControlPlane own = ControlPlane.builder().store(store).dataPlane(dataPlane).build().start();
    try {
      DeclaredResources resources =
          DeclaredResources.start(
              own, dataPlane.identity(), api.declared(), MEMBERS, Clock.systemUTC(), RESYNC);
      servers.add(new Server(own, connection, api, resources));
    } catch (RuntimeException e) {
      own.close();
      api.close();
      connection.close();
      throw e;
    }
  }

  void stopFirstServer() {
    servers.remove(0).close();
  }

  /** Stops all servers. Declared objects stay as they are. */
  void stopServers() {
    servers.forEach(Server::close);
    servers.clear();
  }

  SimulatedCluster cluster() {
    return cluster;
  }

  FakeDataPlane dataPlane() {
    return dataPlane;
  }

  /** Registers another cluster, which precedes this one wherever the first is chosen. */
  void registerOlderCluster() {
    Instant now = Instant.now();
    Cluster older =
        new Cluster(
            UUID.randomUUID(),
            admin.orgId(),
            "older",
            ClusterKind.AGENT,
            "older",
            null,
            now.plus(Duration.ofDays(1)),
            Instant.EPOCH);
    store.useTransaction(tx -> tx.clusters().insert(older));
  }

  ControlPlane control() {
    return control;
  }

  /** Returns when the idempotency key of the object with that uid was saved. */
  Optional<Instant> keptFor(String uid) {
    return store
        .inTransaction(tx -> tx.idempotency().find(member.userId(), "kubernetes/" + uid))
        .map(IdempotencyRecord::createdAt);
  }

  Actor admin() {
    return admin;
  }

  Actor member() {
    return member;
  }

  void changeOwner(Database database, Actor owner) {
    store.useTransaction(
        tx ->
            tx.databases()
                .find(database.orgId(), database.id())
                .ifPresent(found -> tx.databases().update(found.ownedBy(owner.userId()))));
  }

  /**
   * @param spec as JSON
   */
  void declareClone(String name, String spec) {
    declare(ResourceType.CLONE, NAMESPACE, name, spec);
  }

  void declare(ResourceType type, String namespace, String name, String spec) {
    JsonObject object = Tree.of("metadata", Tree.of("name", name));
    object.add("spec", JsonParser.parseString(spec));
    cluster.objects().create(type, namespace, object);
  }

  /** Changes an object's spec as its author does. */
  void change(ResourceType type, String name, Consumer<JsonObject> change) {
    update(type, name, is -> change.accept(is.getAsJsonObject("spec")));
  }

  /** Triggers a reconciliation of the object. */
  void touch(ResourceType type, String name) {
    update(
        type, name, is -> Tree.ensure(is, "metadata", "annotations").addProperty("touched", "yes"));
  }

  /** Removes the object's finalizers. */
  void letGo(ResourceType type, String name) {
    update(type, name, is -> is.getAsJsonObject("metadata").remove("finalizers"));
  }

  private void update(ResourceType type, String name, Consumer<JsonObject> change) {
    cluster
        .objects()
        .update(
            type,
            NAMESPACE,
            name,
            WriteScope.OBJECT,
            is -> {
              change.accept(is);
              return is;
            });
  }

  /** Deletes the kind's definition, which waits for its objects to go. */
  void endDefinition(ResourceType type) {
    String name = type.qualified();
    JsonArray finalizers = new JsonArray();
    finalizers.add("customresourcecleanup.apiextensions.k8s.io");
    JsonObject definition = Tree.of("metadata", Tree.of("name", name, "finalizers", finalizers));
    cluster.objects().create(ResourceType.DEFINITION, "", definition);
    cluster.objects().delete(ResourceType.DEFINITION, "", name, DeleteOptions.NONE);
  }

  void delete(ResourceType type, String name) {
    cluster.objects().delete(type, NAMESPACE, name, DeleteOptions.NONE);
  }

  Optional<JsonObject> find(ResourceType type, String name) {
    return cluster.objects().find(type, NAMESPACE, name);
  }

  JsonObject clone(String name) {
    return find(ResourceType.CLONE, name).orElseThrow();
  }

  /** Waits until the clone's condition Ready has that status and reason. */
  JsonObject awaitClone(String name, String isReady, String reason) {
    return await(ResourceType.CLONE, name, isReady, reason);
  }

  JsonObject await(ResourceType type, String name, String isReady, String reason) {
    return await(
        type,
        name,
        object ->
            condition(object, "Ready", "status").equals(isReady)
                && condition(object, "Ready", "reason").equals(reason));
  }

  JsonObject await(ResourceType type, String name, Predicate<JsonObject> condition) {
    await(() -> find(type, name).filter(condition).isPresent());
    return find(type, name).orElseThrow();
  }

  void awaitGone(ResourceType type, String name) {
    await(() -> find(type, name).isEmpty());
  }

  static void await(Callable<Boolean> condition) {
    Awaitility.await()
        .pollInterval(Duration.ofMillis(50))
        .atMost(Duration.ofMinutes(8))
        .until(condition);
  }

  /** Returns a field of one of the object's conditions; empty without such a condition. */
  static String condition(JsonObject object, String type, String field) {
    return Tree.objects(object, "status", "conditions").stream()
        .filter(one -> Tree.text(one, "type").equals(type))
        .map(one -> Tree.text(one, field))
        .findFirst()
        .orElse("");
  }

  String secret(String name, String key) {
    JsonObject secret = find(ResourceType.SECRET, name).orElseThrow();
    return new String(
        Base64.getDecoder().decode(Tree.text(secret, "data", key)), StandardCharsets.UTF_8);
  }

  @Override
  public void close() {
    stopServers();
    control.close();
    dataPlane.close();
    cluster.close();
  }
}
