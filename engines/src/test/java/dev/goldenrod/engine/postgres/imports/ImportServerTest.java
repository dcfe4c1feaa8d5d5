package dev.goldenrod.engine.postgres.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.engine.DataDirectoryContext;
import dev.goldenrod.engine.PrivateFiles;
import dev.goldenrod.engine.ServerRunner.Running;
import dev.goldenrod.engine.ToolRunner;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class ImportServerTest {
  private final List<String> calls = new ArrayList<>();

  @Test
  void a_server_whose_work_is_done_is_stopped() throws SQLException {
    String result = ImportServer.during(cluster(), Map.of(), server -> "done");

    assertThat(result).isEqualTo("done");
    assertThat(calls).containsExactly("stop");
  }

  @Test
  void a_server_whose_work_was_interrupted_is_left_to_its_runner() {
    assertThatThrownBy(
            () ->
                ImportServer.during(
                    cluster(),
                    Map.of(),
                    server -> {
                      throw new SQLException("the connection broke", "08006");
                    }))
        .isInstanceOf(SQLException.class)
        .hasMessage("the connection broke");

    assertThat(calls).containsExactly("leave");
  }

  private DataDirectoryContext cluster() {
    return new DataDirectoryContext(
        "15",
        UnaryOperator.identity(),
        Path.of("/nowhere"),
        unused(PrivateFiles.class),
        unused(ToolRunner.class),
        (info, server) -> new Running(1, 1, () -> calls.add("stop"), () -> calls.add("leave")));
  }

  private static <T> T unused(Class<T> type) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> {
              throw new AssertionError(method + " was called");
            }));
  }
}
