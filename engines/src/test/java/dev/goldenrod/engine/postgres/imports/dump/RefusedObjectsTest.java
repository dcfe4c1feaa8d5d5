package dev.goldenrod.engine.postgres.imports.dump;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.engine.ToolRunner;
import dev.goldenrod.engine.imports.ImportWork;
import dev.goldenrod.engine.imports.ImportWork.ClientTools;
import dev.goldenrod.engine.postgres.imports.NoReport;
import dev.goldenrod.engine.postgres.imports.dump.RestoreLog.RestoreError;
import dev.goldenrod.port.DataPlaneException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RefusedObjectsTest {
  private static final TocEntry FUNCTION =
      TocEntry.parse("5; 1255 100 FUNCTION public f(integer) owner").orElseThrow();

  private final List<String> statements = new ArrayList<>();

  @Test
  void function_bodies_are_checked_again_after_a_failure() {
    Restore restore = new Restore(brokenWork(), List.of(FUNCTION));
    RestoreError loss =
        new RestoreError(FUNCTION, "only superuser can define a leakproof function");

    assertThatThrownBy(
            () ->
                new RefusedObjects(restore, connection(), new NoReport())
                    .createLeakproofFunctions(List.of(loss)))
        .isInstanceOf(DataPlaneException.class)
        .hasMessage("the pod is gone");

    assertThat(statements)
        .containsExactly("SET check_function_bodies = off", "RESET check_function_bodies");
  }

  /** Returns work none of whose tools can be used. */
  private static ImportWork brokenWork() {
    ToolRunner runner =
        proxy(
            ToolRunner.class,
            (self, method, arguments) -> {
              throw new DataPlaneException("the pod is gone");
            });
    ClientTools tools = new ClientTools(15, "15.1", "/nonexistent", Optional::of);
    return new ImportWork(runner, tools, new NoReport(), 1);
  }

  /** Returns a connection that records the statements. */
  private Connection connection() {
    Statement statement =
        proxy(
            Statement.class,
            (self, method, arguments) ->
                method.getName().equals("execute") && statements.add((String) arguments[0]));
    return proxy(Connection.class, (self, method, arguments) -> statement);
  }

  private static <T> T proxy(Class<T> type, InvocationHandler handler) {
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
  }
}
