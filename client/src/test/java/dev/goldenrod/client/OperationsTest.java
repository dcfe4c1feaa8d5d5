package dev.goldenrod.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.goldenrod.client.DescribedServer.Asked;
import dev.goldenrod.client.Description.Operation;
import dev.goldenrod.client.Nouns.Call;
import java.lang.reflect.RecordComponent;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Checks that every client method calls a documented operation and every operation has a method.
 */
class OperationsTest {
  private static final Description DESCRIPTION = Description.read();

  private static DescribedServer server;
  private static GoldenrodClient client;

  @BeforeAll
  static void start() throws Exception {
    server = new DescribedServer(DESCRIPTION);
    client = GoldenrodClient.of(server.address(), "token");
    for (Call call : Nouns.calls().toList()) {
      call.on(client);
    }
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  static Stream<Call> calls() {
    return Nouns.calls();
  }

  static Stream<Operation> operations() {
    return DESCRIPTION.operations().stream();
  }

  @Test
  void what_is_asked_is_described() {
    assertThat(server.asked()).allSatisfy(asked -> assertThat(asked.operation()).isNotNull());
  }

  @ParameterizedTest
  @MethodSource("calls")
  void each_method_reads_all_of_its_answer(Call call) throws ReflectiveOperationException {
    int before = server.asked().size();

    Object answer = call.on(client);

    assertThat(server.asked()).hasSizeGreaterThan(before);
    requireWhole(answer);
  }

  @ParameterizedTest
  @MethodSource("operations")
  void each_operation_has_a_method_that_asks_for_all_it_can(Operation operation) {
    List<Asked> asked = asked(operation);

    assertThat(asked).isNotEmpty();
    Set<String> sent = new TreeSet<>();
    asked.forEach(request -> sent.addAll(request.query()));
    assertThat(sent).isEqualTo(queries(operation));
  }

  @ParameterizedTest
  @MethodSource("operations")
  void each_operation_that_takes_a_key_gets_one(Operation operation) {
    boolean isKeyed = DESCRIPTION.parameters(operation, "header").contains("Idempotency-Key");

    assertThat(asked(operation)).allSatisfy(it -> assertThat(it.isKeyed()).isEqualTo(isKeyed));
  }

  @ParameterizedTest
  @MethodSource("operations")
  void each_operation_gets_all_the_fields_that_it_takes_and_no_others(Operation operation) {
    JsonNode schema = DESCRIPTION.resolved(operation.body());
    Set<String> sent = new HashSet<>();
    asked(operation).forEach(request -> sent.addAll(Description.fields(request.body())));

    assertThat(sent)
        .containsExactlyInAnyOrderElementsOf(Description.fields(schema.path("properties")));
  }

  /** The parameters for later pages are not in the first request. */
  private static Set<String> queries(Operation operation) {
    Set<String> queries = DESCRIPTION.parameters(operation, "query");
    queries.removeAll(Set.of("before", "cursor"));
    return queries;
  }

  private static List<Asked> asked(Operation operation) {
    return server.asked().stream().filter(asked -> operation.equals(asked.operation())).toList();
  }

  private static void requireWhole(Object answer) throws ReflectiveOperationException {
    if (answer instanceof Optional<?> found) {
      requireWhole(found.orElseThrow());
    } else if (answer instanceof Stream<?> pages) {
      requireWhole(pages.toList());
    } else if (answer instanceof List<?> elements) {
      assertThat(elements).hasSize(1);
      requireWhole(elements.get(0));
    } else if (answer instanceof Record fields) {
      for (RecordComponent component : fields.getClass().getRecordComponents()) {
        Object value = component.getAccessor().invoke(fields);
        assertThat(value).as(component.toString()).isNotNull();
        requireWhole(value);
      }
    }
  }
}
