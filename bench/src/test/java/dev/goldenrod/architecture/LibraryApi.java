package dev.goldenrod.architecture;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.properties.HasModifiers.Predicates.modifier;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.stream.Stream;

/**
 * The public API of libraries that are not Java modules. All types in its signatures must also be
 * on the compile path of embedders (decision 16). The core's API is what its module exports.
 */
final class LibraryApi {
  static final String[] ADAPTERS = {
    "dev.goldenrod.storage.jdbi",
    "dev.goldenrod.embedded",
    "dev.goldenrod.dataplane.local",
    "dev.goldenrod.dataplane.local.options",
    "dev.goldenrod.dataplane.k8s",
    "dev.goldenrod.dataplane.k8s.options",
    "dev.goldenrod.http",
    "dev.goldenrod.junit",
    "dev.goldenrod.spring"
  };

  /** The test kits that authors of adapters extend. */
  static final String[] KITS = {
    "dev.goldenrod.testkit.store",
    "dev.goldenrod.testkit.dataplane",
    "dev.goldenrod.testkit.control",
    "dev.goldenrod.http.testkit"
  };

  static final String[] CLIENT = {"dev.goldenrod.client"};

  /** Packages of values that embedders receive or pass on, but whose classes they do not use. */
  private static final String[] VALUES = {
    "dev.goldenrod.dataplane.local.engine",
    "dev.goldenrod.dataplane.local.secret",
    "dev.goldenrod.dataplane.k8s.template"
  };

  /** Packages that every caller has on the compile path anyway. */
  private static final String[] OF_THE_CALLER = {
    "java..", "javax.sql..", "jakarta.servlet..", "io.javalin.config..", "org.junit.jupiter.api.."
  };

  static final DescribedPredicate<JavaClass> OF_ADAPTERS =
      resideInAnyPackage(ADAPTERS)
          .and(modifier(JavaModifier.PUBLIC))
          .as("what embedders see of adapters");

  private static final DescribedPredicate<JavaClass> NAMEABLE =
      resideInAnyPackage(ADAPTERS)
          .or(resideInAnyPackage(VALUES))
          .or(resideInAnyPackage(OF_THE_CALLER))
          .or(resideInAnyPackage(CoreModule.exports()));

  private LibraryApi() {}

  /** Rejects signatures with types of a library that embedders lack, or of an internal package. */
  static ArchCondition<JavaClass> referenceOnlyApiTypes() {
    return new ArchCondition<>("name nothing else in their signatures") {
      @Override
      public void check(JavaClass type, ConditionEvents events) {
        type.getMembers().stream().filter(LibraryApi::isSeen).forEach(seen -> check(seen, events));
      }

      private void check(JavaMember member, ConditionEvents events) {
        named(member)
            .map(JavaClass::getBaseComponentType)
            .filter(named -> !named.isPrimitive() && !NAMEABLE.test(named))
            .map(named -> member.getFullName() + " names " + named.getFullName())
            .forEach(problem -> events.add(SimpleConditionEvent.violated(member, problem)));
      }
    };
  }

  private static boolean isSeen(JavaMember member) {
    return member.getModifiers().contains(JavaModifier.PUBLIC)
        || member.getModifiers().contains(JavaModifier.PROTECTED);
  }

  private static Stream<JavaClass> named(JavaMember member) {
    return member instanceof JavaCodeUnit code
        ? Stream.concat(code.getRawParameterTypes().stream(), Stream.of(code.getRawReturnType()))
        : member.getAllInvolvedRawTypes().stream();
  }
}
