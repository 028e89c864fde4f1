/** Common passwords, in lower case: the commonest of recent leaks, and Slovak ones. */
export const commonPasswords: readonly string[] =
  `000000 00000000 010203 111111 1111111 11111111 112233 11223344 121212 123 123123 123123123 123321 1234 12341234
12344321 12345 123456 1234567 12345678 123456789 1234567890 123456a 123456abc 1234qwer 123654 123abc 123qwe 123qweasd
1q2w3e 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 222222 333333 444444 54321 555555 654321 666666 66666666 696969 741852963 777777
7777777 789456 789456123 852456 87654321 888888 88888888 987654 987654321 999999 aa123456 aaaaaa abc123 abc12345
abcd1234 abcdef abcdefg abcdefgh access admin admin123 admin1234 administrator adrian alenka alexander amanda andrea
andrej anicka asdasd asdf1234 asdfgh asdfghjk asdfghjkl azerty babicka bailey barbora baseball batman bratislava
bratislava1 changeme charlie cokolada computer daniel default diablo dominik donald dragon dubcek eshop fotbal freedom
futbal futbal1 george hannah harley heslo heslo1 heslo12 heslo123 heslo1234 heslo12345 heslo123456 heslojeheslo hello
hello123 hokej hokej1 hunter iloveyou internet jakubko jessica jordan juraj kamarat katarina killer klobasa kocka
kocurik kosice krasna kristina laska laska1 laska123 letmein login love lucia macicka marek maria marian martin martina
martinko master matej matrix michael michaela michal mercedes milacik milujem milujemta milan monika monkey mustang
nitra nicole nbusr123 noviny password password1 password12 password123 password1234 passw0rd patrik pepsi peter
petra pass pokemon poprad princess prihlasenie qazwsx qwe123 qweasd qweasdzxc qwer1234 qwerty qwerty1 qwerty12
qwerty123 qwertyui qwertyuiop qwertz qwertz1 qwertz123 robert samsung secret shadow simona skoda slnko slnko1 slniecko
slovakia slovan slovan1 slovensko slovensko1 starwars summer sunshine superman tajneheslo test test123 test1234 thomas
tomas tomasko trnava trustno1 user veronika vianoce vlado welcome welcome1 whatever zaq12wsx zilina zuzana
zuzka zvolen zxcvbn zxcvbnm`.split(/\s/)

const known = new Set(commonPasswords)

/** Whether a password is a common one, ignoring case. */
export const isCommonPassword = (password: string): boolean => known.has(password.toLowerCase())
