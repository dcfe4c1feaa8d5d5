package dev.goldenrod.e2e;

import static dev.goldenrod.e2e.Waiting.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.goldenrod.dataplane.k8s.simulated.api.ObjectApi.DeleteOptions;
import dev.goldenrod.dataplane.k8s.simulated.object.ResourceType;
import dev.goldenrod.dataplane.k8s.simulated.object.Selector;
import dev.goldenrod.dataplane.k8s.simulated.object.Tree;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Kills two servers while they create objects that are declared in the cluster. */
@Tag("simulated")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("slow")
class DeclaredOnKubernetesIT {
  private static final String NAMESPACE = "previews";
  private static final String COUNT = "SELECT count(*) FROM items";
  private static final int CLONES = 4;
  private static final int LATEST_KILL_MILLIS = 1500;

  @TempDir private static Path folder;
  private final Random random = new Random();
  private ServersOnCluster servers;
  private ServerProcess first;
  private ServerProcess second;

  @BeforeAll
  void start() throws IOException {
    servers = ServersOnCluster.start(folder);
    servers.cluster().createNamespace(NAMESPACE);
    first = servers.startServer("first", NAMESPACE);
    second = servers.startServer("second", NAMESPACE);
    Member member = new Member(first);
    member.importVersion(servers.registerSource(member), "shop");
  }

  @AfterAll
  void stop() {
    servers.close();
  }

  @Test
  void each_declaration_is_one_clone_whoever_is_killed_and_goes_with_it() {
    names().forEach(this::declare);
    killSoon(first);

    names().forEach(this::awaitReady);

    assertThat(new Member(second).instances()).hasSize(CLONES);
    assertThat(names()).allSatisfy(name -> assertThat(login(name).read(COUNT)).isEqualTo("100"));

    first.start();
    names().forEach(this::delete);
    killSoon(second);

    await("all Clones are gone").until(() -> all(ResourceType.CLONE), List::isEmpty);
    await("their Secrets are").until(() -> all(ResourceType.SECRET), List::isEmpty);
    await("what they stood for is").until(new Member(first)::instances, List::isEmpty);
  }

  private static List<String> names() {
    return IntStream.range(0, CLONES).mapToObj(i -> "preview-" + i).toList();
  }

  private void killSoon(ServerProcess server) {
    LockSupport.parkNanos(Duration.ofMillis(random.nextInt(LATEST_KILL_MILLIS)).toNanos());
    server.kill();
  }

  private void declare(String name) {
    JsonObject spec = Tree.of("golden", "shop", "ttl", "8h");
    servers
        .cluster()
        .objects()
        .create(
            ResourceType.CLONE,
            NAMESPACE,
            Tree.of("metadata", Tree.of("name", name), "spec", spec));
  }

  private void delete(String name) {
    servers.cluster().objects().delete(ResourceType.CLONE, NAMESPACE, name, DeleteOptions.NONE);
  }

  private void awaitReady(String name) {
    await(name + " is Ready")
        .until(
            () -> servers.cluster().objects().get(ResourceType.CLONE, NAMESPACE, name),
            clone -> Tree.text(clone, "status", "phase").equals("Ready") && isReady(clone));
  }

  private static boolean isReady(JsonObject clone) {
    return Tree.objects(clone, "status", "conditions").stream()
        .filter(condition -> Tree.text(condition, "type").equals("Ready"))
        .anyMatch(condition -> Tree.text(condition, "status").equals("True"));
  }

  private Member.Clone login(String name) {
    return new Member.Clone(
        name,
        secret(name, "host"),
        Integer.parseInt(secret(name, "port")),
        secret(name, "database"),
        secret(name, "username"),
        secret(name, "password"));
  }

  private String secret(String name, String key) {
    JsonObject secret =
        servers.cluster().objects().get(ResourceType.SECRET, NAMESPACE, name + "-clone");
    return new String(
        Base64.getDecoder().decode(Tree.text(secret, "data", key)), StandardCharsets.UTF_8);
  }

  private List<JsonObject> all(ResourceType type) {
    return servers.cluster().objects().list(type, NAMESPACE, Selector.parse("", ""));
  }
}
