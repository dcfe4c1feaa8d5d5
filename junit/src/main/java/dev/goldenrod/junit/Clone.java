package dev.goldenrod.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Injects a clone of a golden of {@link Goldenrod} into a parameter of a test or lifecycle method.
 * The parameter is a {@link javax.sql.DataSource}, a {@link String} with the JDBC URL including
 * user and password, or {@link dev.goldenrod.instance.Credentials}. All parameters of a test with
 * the same golden share one clone, which is removed after the test. Parameters of
 * {@code @BeforeAll} and {@code @AfterAll} get the clone of the class.
 */
@Documented
@Target(ElementType.PARAMETER)
@Retention(RetentionPolicy.RUNTIME)
public @interface Clone {
  /** Name of the golden; optional if there is only one golden. */
  String value() default "";

  /** Whether all tests of the class share the clone, which is removed after the last test. */
  boolean shared() default false;
}
