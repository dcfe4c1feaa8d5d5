package dev.goldenrod.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.zaxxer.hikari.HikariDataSource;
import io.r2dbc.spi.ConnectionFactory;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.mockito.Mockito;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;
import org.springframework.test.context.ContextConfiguration;
import org.springframework.test.context.TestContextManager;

/** Each data source must lead to a clone or be named as foreign; otherwise it is refused. */
@ExtendWith(OutputCaptureExtension.class)
class ForeignDataSourcesIT {
  private static final ServerSocket PRODUCTION = listen();

  @Test
  void a_primary_one_elsewhere_is_refused_before_anything_connects() throws IOException {
    assertThat(messageOf(PrimaryElsewhere.class))
        .contains(
            "goldenrod.golden is 'shop', but bean 'own' connects elsewhere: " + production(),
            "set: goldenrod.foreign=own");
    assertThatThrownBy(PRODUCTION::accept).isInstanceOf(SocketTimeoutException.class);
  }

  @Test
  void a_second_one_elsewhere_is_refused_without_its_password() {
    assertThat(messageOf(SecondElsewhere.class))
        .contains("bean 'audit' connects elsewhere: " + production())
        .contains("set: goldenrod.foreign=ledger,audit")
        .doesNotContain("hunter2");
  }

  @Test
  void one_that_is_named_as_foreign_is_left_alone() throws Exception {
    ApplicationContext context = contextOf(NamedAsForeign.class);

    assertThat(context.getBean("audit", HikariDataSource.class).getJdbcUrl())
        .startsWith(production());
    assertThat(isClone(context.getBean("dataSource", DataSource.class))).isTrue();
  }

  @Tag("slow")
  @Test
  void one_that_no_bean_definition_made_is_refused() {
    assertThat(messageOf(RegisteredElsewhere.class))
        .contains("bean 'registered' connects elsewhere: " + production());
  }

  @Test
  void a_reactive_one_is_refused() {
    assertThat(messageOf(Reactive.class))
        .contains("bean 'reactive' connects elsewhere: by R2DBC")
        .contains("set: goldenrod.foreign=reactive");
  }

  @Test
  void a_refusal_is_one_message(CapturedOutput output) throws Exception {
    TestContextManager test = new TestContextManager(PrimaryElsewhere.class);
    StringWriter trace = new StringWriter();

    Throwable refusal = catchThrowable(() -> test.prepareTestInstance(new PrimaryElsewhere()));
    refusal.printStackTrace(new PrintWriter(trace, true));
    Throwable again = catchThrowable(() -> test.prepareTestInstance(new PrimaryElsewhere()));

    assertThat(trace.toString().lines()).hasSize(1).first().asString().contains("bean 'own'");
    assertThat(again).hasMessageContaining("bean 'own' connects elsewhere").hasNoCause();
    assertThat(output.toString()).doesNotContain("\tat ", "CONDITIONS EVALUATION REPORT");
  }

  private static String messageOf(Class<?> test) {
    return catchThrowable(() -> new TestContextManager(test).prepareTestInstance(new Object()))
        .getMessage();
  }

  private static ApplicationContext contextOf(Class<?> test) {
    return new TestContextManager(test).getTestContext().getApplicationContext();
  }

  private static boolean isClone(DataSource pool) throws SQLException {
    return dev.goldenrod.junit.Goldenrod.isClone(pool.unwrap(HikariDataSource.class).getJdbcUrl());
  }

  private static ServerSocket listen() {
    try {
      ServerSocket socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
      socket.setSoTimeout(1);
      return socket;
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static String production() {
    return "jdbc:postgresql://127.0.0.1:%d/production".formatted(PRODUCTION.getLocalPort());
  }

  private static HikariDataSource elsewhere() {
    HikariDataSource pool = new HikariDataSource();
    pool.setJdbcUrl(production() + "?user=app&password=hunter2");
    try {
      pool.setLoginTimeout(1);
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
    pool.setConnectionTimeout(1000);
    return pool;
  }

  @SpringBootTest(
      classes = {ShopApplication.class, OwnPrimary.class},
      properties = "goldenrod.golden=shop")
  static class PrimaryElsewhere {}

  @SpringBootTest(
      classes = {ShopApplication.class, OwnSecond.class},
      properties = {"goldenrod.golden=shop", "goldenrod.foreign=ledger"})
  static class SecondElsewhere {}

  @SpringBootTest(
      classes = {ShopApplication.class, OwnSecond.class},
      properties = {"goldenrod.golden=shop", "goldenrod.foreign=audit", "goldenrod.per-test=true"})
  static class NamedAsForeign {}

  @SpringBootTest(classes = ShopApplication.class, properties = "goldenrod.golden=shop")
  @ContextConfiguration(initializers = Registered.class)
  static class RegisteredElsewhere {}

  @SpringBootTest(
      classes = {ShopApplication.class, OwnReactive.class},
      properties = "goldenrod.golden=shop")
  static class Reactive {}

  @Configuration(proxyBeanMethods = false)
  static class OwnPrimary {
    @Bean
    @Primary
    HikariDataSource own() {
      return elsewhere();
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class OwnSecond {
    @Bean(defaultCandidate = false)
    HikariDataSource audit() {
      return elsewhere();
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class OwnReactive {
    @Bean
    ConnectionFactory reactive() {
      return Mockito.mock(ConnectionFactory.class);
    }
  }

  static class Registered implements ApplicationContextInitializer<ConfigurableApplicationContext> {
    @Override
    public void initialize(ConfigurableApplicationContext context) {
      context.getBeanFactory().registerSingleton("registered", elsewhere());
    }
  }
}
