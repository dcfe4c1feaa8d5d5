package dev.goldenrod.dataplane.k8s.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.dataplane.k8s.simulated.SimulatedCluster;
import dev.goldenrod.engine.AdminPassword;
import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.openapi.models.V1Secret;
import io.kubernetes.client.openapi.models.V1SecretList;
import io.kubernetes.client.util.generic.GenericKubernetesApi;
import io.kubernetes.client.util.generic.KubernetesApiResponse;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Two servers that write the private files of one database at once. */
@Timeout(900)
@Tag("simulated")
class SecretFilesTest {
  private static final String NAMESPACE = "files";
  private static final String SECRET = "db";
  private static final String FILE = "admin-password";
  private static final String NEXT = "admin-password.next";

  private SimulatedCluster cluster;
  private Secrets ours;
  private SecretFiles files;
  private SecretFiles theirs;

  @BeforeEach
  void start_a_cluster_with_a_database() {
    cluster = SimulatedCluster.start();
    cluster.createNamespace(NAMESPACE);
    ours = new Secrets(cluster.client());
    files = files(ours);
    theirs = files(new Secrets(cluster.client()));
    files
        .secrets()
        .createIfMissing(
            new V1Secret()
                .apiVersion("v1")
                .kind("Secret")
                .metadata(new V1ObjectMeta().name(SECRET)));
    AdminPassword.create(files);
  }

  @AfterEach
  void stop() {
    cluster.close();
  }

  @Test
  void a_file_that_both_make_is_that_of_the_first() {
    ours.meanwhile(() -> theirs.createIfMissing(NEXT, "theirs"));

    assertThat(files.createIfMissing(NEXT, "ours")).isEqualTo("theirs");
    assertThat(files.read(NEXT)).contains("theirs");
  }

  @Test
  void both_have_the_same_successor_of_a_password_which_either_may_make_the_password() {
    String[] other = new String[1];
    ours.meanwhile(() -> other[0] = AdminPassword.successor(theirs).text());

    AdminPassword successor = AdminPassword.successor(files);
    ours.meanwhile(() -> AdminPassword.successor(theirs).replaceCurrent(theirs));
    successor.replaceCurrent(files);

    assertThat(other[0]).isEqualTo(successor.text());
    assertThat(passwords()).containsExactly(successor.text());
  }

  @Test
  void a_successor_that_the_other_has_replaced_takes_nobodys_place() {
    AdminPassword former = AdminPassword.successor(files);
    String[] latter = new String[1];

    ours.meanwhile(
        () -> {
          AdminPassword.successor(theirs).replaceCurrent(theirs);
          latter[0] = AdminPassword.successor(theirs).text();
        });
    former.replaceCurrent(files);

    assertThat(passwords()).containsExactly(former.text(), latter[0]);
  }

  @Test
  void what_has_changed_for_other_reasons_is_written_again() {
    cluster.faults().fail(2, "patch", "secrets", 409);

    assertThat(files.createIfMissing(NEXT, "ours")).isEqualTo("ours");
    files.rename(NEXT, "ours", FILE);

    assertThat(files.read(FILE)).contains("ours");
    assertThat(files.read(NEXT)).isEmpty();
  }

  private List<String> passwords() {
    return AdminPassword.of(files).stream().map(AdminPassword::text).toList();
  }

  private static SecretFiles files(Secrets secrets) {
    ObjectKind kind = new ObjectKind("", "v1", "secrets", "Secret");
    return new SecretFiles(
        new ObjectApi<>(secrets, kind, NAMESPACE, AnsweringServer.reachability()),
        SECRET,
        "data-0.");
  }

  /** Runs a callback between the next read and the write after it. */
  private static final class Secrets extends GenericKubernetesApi<V1Secret, V1SecretList> {
    private Runnable meanwhile = () -> {};

    Secrets(ApiClient client) {
      super(V1Secret.class, V1SecretList.class, "", "v1", "secrets", client);
    }

    void meanwhile(Runnable event) {
      meanwhile = event;
    }

    @Override
    public KubernetesApiResponse<V1Secret> get(String namespace, String name) {
      KubernetesApiResponse<V1Secret> read = super.get(namespace, name);
      Runnable event = meanwhile;
      meanwhile = () -> {};
      event.run();
      return read;
    }
  }
}
