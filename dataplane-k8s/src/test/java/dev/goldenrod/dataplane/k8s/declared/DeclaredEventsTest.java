package dev.goldenrod.dataplane.k8s.declared;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.goldenrod.dataplane.k8s.simulated.object.ResourceType;
import dev.goldenrod.dataplane.k8s.simulated.object.Selector;
import dev.goldenrod.dataplane.k8s.simulated.object.Tree;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(900)
@Tag("simulated")
class DeclaredEventsTest {
  private static final String SHOP = "{'golden': 'shop', 'ttl': '8h'}";

  @AutoClose private final DeclaredObjectsFixture declaring = DeclaredObjectsFixture.withServer();

  @Test
  void an_object_tells_once_that_it_was_made_and_is_ready() {
    declaring.declareClone("preview", SHOP);
    declaring.awaitClone("preview", "True", "Ready");
    DeclaredObjectsFixture.await(() -> reasons().contains("Ready"));

    declaring.touch(ResourceType.CLONE, "preview");
    declaring.change(ResourceType.CLONE, "preview", spec -> spec.addProperty("ttl", "9h"));
    declaring.await(
        ResourceType.CLONE, "preview", clone -> Tree.text(clone, "status", "ttl").equals("9h"));

    assertThat(reasons()).containsExactlyInAnyOrder("Made", "Ready");
    assertThat(events().get(0).getAsJsonObject("involvedObject"))
        .isEqualTo(
            Tree.of(
                "apiVersion",
                "goldenrod.dev/v1alpha1",
                "kind",
                "Clone",
                "name",
                "preview",
                "namespace",
                DeclaredObjectsFixture.NAMESPACE,
                "resourceVersion",
                Tree.text(events().get(0), "involvedObject", "resourceVersion"),
                "uid",
                Tree.text(declaring.clone("preview"), "metadata", "uid")));
  }

  @Test
  void a_refusal_is_a_warning_with_the_reason_and_the_server_s_words() {
    declaring.declareClone("preview", "{'golden': 'nope', 'ttl': '8h'}");
    JsonObject refused = declaring.awaitClone("preview", "False", "InvalidInput");
    DeclaredObjectsFixture.await(() -> !events().isEmpty());

    declaring.touch(ResourceType.CLONE, "preview");

    assertThat(events())
        .singleElement()
        .satisfies(
            event -> {
              assertThat(Tree.text(event, "type")).isEqualTo("Warning");
              assertThat(Tree.text(event, "reason")).isEqualTo("InvalidInput");
              assertThat(Tree.text(event, "message"))
                  .isEqualTo(DeclaredObjectsFixture.condition(refused, "Stalled", "message"));
            });
  }

  @Test
  void an_object_whose_events_are_forbidden_is_brought_about_all_the_same() {
    declaring.cluster().faults().forbid("create", "events");
    declaring.declareClone("preview", SHOP);

    declaring.awaitClone("preview", "True", "Ready");
    assertThat(events()).isEmpty();
  }

  private List<String> reasons() {
    return events().stream().map(event -> Tree.text(event, "reason")).toList();
  }

  private List<JsonObject> events() {
    return declaring
        .cluster()
        .objects()
        .list(ResourceType.EVENT, DeclaredObjectsFixture.NAMESPACE, Selector.parse("", ""));
  }
}
