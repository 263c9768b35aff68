"""Train MaskablePPO to play Qwixx against a bot: pip install 'paperdice[learn]' sb3-contrib, then run this file."""

import gymnasium


def make_env(bot: str = "casual") -> gymnasium.Env:
    return gymnasium.make("paperdice.envs:paperdice/Qwixx-v0", bots=bot, reward="win")


def main(steps: int = 200_000) -> None:
    from sb3_contrib import MaskablePPO
    from sb3_contrib.common.maskable.evaluation import evaluate_policy

    model = MaskablePPO("MlpPolicy", make_env(), seed=1, verbose=1)
    model.learn(steps)
    model.save("qwixx-ppo")
    mean, spread = evaluate_policy(model, make_env(), n_eval_episodes=500)
    print(f"reward against casual: {mean:.2f} ± {spread / 500**0.5:.2f}")


if __name__ == "__main__":
    main()
