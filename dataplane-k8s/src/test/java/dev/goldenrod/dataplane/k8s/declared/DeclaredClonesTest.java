package dev.goldenrod.dataplane.k8s.declared;

import static dev.goldenrod.dataplane.k8s.declared.DeclaredObjectsFixture.condition;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.goldenrod.dataplane.k8s.GrantedPermissions;
import dev.goldenrod.dataplane.k8s.simulated.object.ResourceType;
import dev.goldenrod.dataplane.k8s.simulated.object.Tree;
import dev.goldenrod.dataplane.k8s.simulated.traffic.ApiCall;
import dev.goldenrod.instance.Credentials;
import dev.goldenrod.instance.Instance;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(900)
@Tag("simulated")
class DeclaredClonesTest {
  private static final String SHOP = "{'golden': 'shop', 'ttl': '8h'}";

  @AutoClose private final DeclaredObjectsFixture declaring = DeclaredObjectsFixture.withServer();

  @Test
  void a_clone_is_launched_as_the_namespace_s_member_and_becomes_ready() {
    declaring.declareClone("preview", SHOP);

    JsonObject clone = declaring.awaitClone("preview", "True", "Ready");

    Instance instance = onlyInstance();
    assertThat(instance.ownerId()).isEqualTo(declaring.member().userId());
    assertThat(Tree.text(clone, "status", "id")).isEqualTo(instance.id().toString());
    assertThat(Tree.text(clone, "status", "phase")).isEqualTo("Ready");
    assertThat(Tree.number(clone, 0, "status", "version")).isEqualTo(1);
    assertThat(Tree.number(clone, 0, "status", "observedGeneration")).isEqualTo(1);
    assertThat(Tree.text(clone, "status", "host") + ":" + Tree.text(clone, "status", "port"))
        .isEqualTo(instance.status().endpoint());
    assertThat(condition(clone, "Reconciling", "status")).isEmpty();
    assertThat(condition(clone, "Stalled", "status")).isEmpty();
  }

  @Test
  void its_credentials_are_in_a_secret_that_goes_with_it() {
    declaring.declareClone("preview", SHOP);
    JsonObject clone = declaring.awaitClone("preview", "True", "Ready");

    assertThat(Tree.text(clone, "status", "secretName")).isEqualTo("preview-clone");
    assertThat(Tree.text(clone, "status", "binding", "name")).isEqualTo("preview-clone");
    Credentials credentials =
        declaring.control().instances().credentials(declaring.member(), onlyInstance().id());
    assertThat(
            List.of("host", "port", "username", "password", "database", "uri").stream()
                .map(key -> declaring.secret("preview-clone", key)))
        .containsExactly(
            credentials.host(),
            Integer.toString(credentials.port()),
            credentials.username(),
            credentials.password(),
            credentials.dbname(),
            credentials.uri());
    assertThat(declaring.secret("preview-clone", "type")).isEqualTo("postgresql");
    assertThat(declaring.secret("preview-clone", "provider")).isEqualTo("goldenrod");

    declaring.delete(ResourceType.CLONE, "preview");

    declaring.awaitGone(ResourceType.CLONE, "preview");
    declaring.awaitGone(ResourceType.SECRET, "preview-clone");
    DeclaredObjectsFixture.await(() -> instances().isEmpty());
  }

  @Test
  void a_longer_ttl_extends_it() {
    declaring.declareClone("preview", SHOP);
    declaring.awaitClone("preview", "True", "Ready");
    Instance before = onlyInstance();

    declaring.change(
        ResourceType.CLONE, "preview", spec -> spec.add("ttl", new JsonPrimitive("24h")));

    declaring.await(
        ResourceType.CLONE, "preview", clone -> Tree.text(clone, "status", "ttl").equals("24h"));
    assertThat(onlyInstance().id()).isEqualTo(before.id());
    assertThat(onlyInstance().spec().expiresAt()).isAfter(before.spec().expiresAt());
  }

  @Test
  void the_permissions_of_the_example_suffice() {
    declaring.declareClone("preview", SHOP);
    declaring.awaitClone("preview", "True", "Ready");
    declaring.control().instances().resetCredentials(declaring.member(), onlyInstance().id());
    declaring.touch(ResourceType.CLONE, "preview");
    declaring.delete(ResourceType.CLONE, "preview");
    declaring.awaitGone(ResourceType.CLONE, "preview");

    List<ApiCall> calls = declaring.cluster().calls().all();
    assertThat(calls).extracting(ApiCall::resource).contains("clones/status", "secrets");
    assertThat(GrantedPermissions.declarative().missing(calls)).isEmpty();
  }

  @Test
  void one_that_expired_is_not_launched_again() {
    declaring.declareClone("preview", "{'golden': 'shop', 'ttl': '3s'}");
    declaring.awaitClone("preview", "True", "Ready");
    DeclaredObjectsFixture.await(() -> instances().isEmpty());
    declaring.touch(ResourceType.CLONE, "preview");

    JsonObject clone = declaring.awaitClone("preview", "False", "Expired");

    assertThat(condition(clone, "Stalled", "message")).contains("create another");
    declaring.delete(ResourceType.CLONE, "preview");
    declaring.awaitGone(ResourceType.CLONE, "preview");
    DeclaredObjectsFixture.await(() -> instances().isEmpty());
  }

  @Test
  void one_that_its_member_deletes_is_not_launched_again() {
    declaring.declareClone("preview", SHOP);
    declaring.awaitClone("preview", "True", "Ready");

    UUID id = onlyInstance().id();
    declaring.control().instances().delete(declaring.member(), id);

    declaring.awaitClone("preview", "False", "Deleted");
    declaring.delete(ResourceType.CLONE, "preview");
    declaring.awaitGone(ResourceType.CLONE, "preview");
    DeclaredObjectsFixture.await(() -> instances().isEmpty());
  }

  private List<Instance> instances() {
    return declaring.control().instances().list(declaring.admin());
  }

  private Instance onlyInstance() {
    assertThat(instances()).hasSize(1);
    return instances().get(0);
  }
}
